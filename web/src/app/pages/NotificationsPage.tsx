import { useSearchParams } from 'react-router';
import { Notifications } from '#features/notifications/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function NotificationsPage() {
  usePageTitle('Notifications');
  const [search] = useSearchParams();
  const asked = search.get('filter');
  return <Notifications filter={asked === 'mentions' || asked === 'team' ? asked : 'all'} />;
}
