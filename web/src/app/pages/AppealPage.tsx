import { useSearchParams } from 'react-router';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel } from '#features/accounts/public.ts';
import { AppealByLink } from '#features/moderation/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

export default function AppealPage() {
  usePageTitle('Appeal');
  const token = useSearchParams()[0].get('token');
  if (token === null || token === '') return <MissingLink of="emailedLink" />;
  return (
    <AccountPanel title="A decision about your account">
      <AppealByLink key={token} token={token} />
    </AccountPanel>
  );
}
