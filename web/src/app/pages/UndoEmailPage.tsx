import { Link, useSearchParams } from 'react-router';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel, accountLink, UndoEmail } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';

/** Where a mail to an old address leads. */
export default function UndoEmailPage() {
  usePageTitle('Keep your email');
  const token = useSearchParams()[0].get('token');
  if (token === null || token === '') return <MissingLink of="emailedLink" />;
  return (
    <AccountPanel
      title="Keep your email?"
      lead="If you didn't change it, we'll restore the address that got our mail, and log out every device. Then you choose a new password."
      footer={
        <Link to={pathTo('login')} className={accountLink}>
          It was me
        </Link>
      }
    >
      <UndoEmail token={token} />
    </AccountPanel>
  );
}
