import { MeetingPage } from '#features/meetings/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function MeetJoinPage() {
  usePageTitle('Meeting');
  return <MeetingPage />;
}
