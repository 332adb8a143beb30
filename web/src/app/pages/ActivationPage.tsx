import { Link, useSearchParams } from 'react-router';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel, Activation, accountLink } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';

export default function ActivationPage() {
  usePageTitle('Account Activation');
  const token = useSearchParams()[0].get('token');
  if (token === null || token === '') return <MissingLink of="activation" />;
  return (
    <AccountPanel
      title="Account Activation"
      lead="One click and your account is ready."
      footer={
        <Link to={pathTo('login')} className={accountLink}>
          Back to login
        </Link>
      }
    >
      <Activation token={token} />
    </AccountPanel>
  );
}
