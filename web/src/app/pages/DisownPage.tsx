import { Link, useSearchParams } from 'react-router';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel, accountLink, Disown } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';

/** Where a mail about a log-in from a new device leads. */
export default function DisownPage() {
  usePageTitle('Was that you?');
  const token = useSearchParams()[0].get('token');
  if (token === null || token === '') return <MissingLink of="emailedLink" />;
  return (
    <AccountPanel
      title="Was that you?"
      lead="If it wasn't, we'll log that device out, along with every device that logged in after it. Then you choose a new password."
      footer={
        <Link to={pathTo('login')} className={accountLink}>
          It was me
        </Link>
      }
    >
      <Disown token={token} />
    </AccountPanel>
  );
}
