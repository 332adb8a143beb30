import { MeetingLanding } from '#features/meetings/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function VideoConferencePage() {
  usePageTitle('Video Conference');
  return <MeetingLanding />;
}
