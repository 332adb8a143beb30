import { Link, useSearchParams } from 'react-router';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel, accountLink, OtpForm } from '#features/accounts/public.ts';
import { AskForLink } from '#features/site/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';

export default function OtpPage() {
  usePageTitle('One-Time Password');
  const username = useSearchParams()[0].get('username');
  if (username === null || username === '') return <MissingLink of="recovery" />;
  return (
    <AccountPanel
      title="Enter One-Time Password"
      lead={`If there's an account for ${username}, we've emailed it a code.`}
      footer={
        <>
          Didn't get it?{' '}
          <Link to={pathTo('forgotPassword')} className={accountLink}>
            Request a new code
          </Link>
          <AskForLink />
        </>
      }
    >
      <OtpForm key={username} username={username} />
    </AccountPanel>
  );
}
