import { Link } from 'react-router';
import { AccountPanel, accountLink, LoginForm } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';

export default function LoginPage() {
  usePageTitle('Log in');
  return (
    <AccountPanel
      title="Enter Credentials"
      lead="Good to see you. Log in to join the conversation."
      footer={
        <>
          New here?{' '}
          <Link to={pathTo('register')} className={accountLink}>
            Sign up
          </Link>
        </>
      }
    >
      <LoginForm />
    </AccountPanel>
  );
}
