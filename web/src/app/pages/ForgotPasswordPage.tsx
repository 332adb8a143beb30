import { Link } from 'react-router';
import { AccountPanel, accountLink, ForgotPasswordForm } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';

export default function ForgotPasswordPage() {
  usePageTitle('Forgot Password');
  return (
    <AccountPanel
      title="Forgot Password"
      lead="We'll email you a one-time password."
      footer={
        <Link to={pathTo('login')} className={accountLink}>
          Back to login
        </Link>
      }
    >
      <ForgotPasswordForm />
    </AccountPanel>
  );
}
