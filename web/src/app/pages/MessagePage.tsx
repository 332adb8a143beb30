import { useParams } from 'react-router';
import { MessageAtLink } from '#features/rooms/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function MessagePage() {
  usePageTitle('Message');
  const { message_id = '' } = useParams();
  return (
    <>
      <h1 className="sr-only">Message</h1>
      <MessageAtLink id={message_id} />
    </>
  );
}
