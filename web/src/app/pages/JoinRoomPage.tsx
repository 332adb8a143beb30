import { useParams } from 'react-router';
import { JoinRoom } from '#features/meetings/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function JoinRoomPage() {
  usePageTitle('Meeting');
  const { room_id = '' } = useParams();
  return (
    <>
      <h1 className="sr-only">Join the meeting</h1>
      <JoinRoom room={room_id} />
    </>
  );
}
