import { useSearchParams } from 'react-router';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel, BackToLogin, BringBack } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';

/** The page of the link in the mail to somebody who deleted their account and can still change their mind. */
export default function ReturnPage() {
  usePageTitle('Keep your account');
  const token = useSearchParams()[0].get('token');
  if (token === null || token === '') return <MissingLink of="emailedLink" />;
  return (
    <AccountPanel title="Keep your account?" lead="Everything will be there as you left it." footer={<BackToLogin />}>
      <BringBack token={token} />
    </AccountPanel>
  );
}
