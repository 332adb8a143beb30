import { Link } from 'react-router';
import { AccountPanel, accountLink, ForgotPasswordForm } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';

export default function ForgotPasswordPage() {
  usePageTitle('Forgot Password');
  return (
    <AccountPanel
      title="Forgot Password"
      lead="We email a one-time password to the address of the account."
      footer={
        <Link to={pathTo('login')} className={accountLink}>
          Back to log in
        </Link>
      }
    >
      <ForgotPasswordForm />
    </AccountPanel>
  );
}
