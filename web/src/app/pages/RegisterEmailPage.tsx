import { Link } from 'react-router';
import { AccountPanel, accountLink, RegisterEmailForm } from '#features/accounts/public.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';

export default function RegisterEmailPage() {
  usePageTitle('Create Account');
  return (
    <AccountPanel
      step={1}
      title="Create Account"
      lead="We'll send your activation link here. Nobody else sees your email."
      footer={
        <>
          Have an account?{' '}
          <Link to={pathTo('login')} className={accountLink}>
            Log in
          </Link>
        </>
      }
    >
      <RegisterEmailForm />
    </AccountPanel>
  );
}
