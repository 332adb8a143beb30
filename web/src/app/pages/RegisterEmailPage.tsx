import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { FormSkeleton } from '#app/pages/FormSkeleton.tsx';
import { AccountPanel, accountLink, RegisterEmailForm } from '#features/accounts/public.ts';
import { InviteOnly, siteOptions, solveProof } from '#features/site/public.ts';
import { isFirstLoad } from '#platform/first-load.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';

const logInInstead = (
  <>
    Have an account?{' '}
    <Link to={pathTo('login')} className={accountLink}>
      Log in
    </Link>
  </>
);

const toPeople = "We'll send your activation link here. Nobody else sees your email.";
const toTeam = "The team looks at every request. We'll send your activation link here; only the team sees your email.";

export default function RegisterEmailPage() {
  usePageTitle('Create Account');
  const invite = useSearchParams()[0].get('invite') ?? undefined;
  const siteQuery = useQuery(siteOptions);
  const site = siteQuery.data;
  const policy = site?.registration ?? 'open';
  if (isFirstLoad(siteQuery)) return <FormSkeleton title="Create Account" label="Loading the form" />;
  if (invite === undefined && (policy === 'invitation' || policy === 'closed')) {
    return (
      <AccountPanel
        title={policy === 'closed' ? 'Registration is closed' : 'You need an invite'}
        lead={
          policy === 'closed'
            ? "Only people invited by the site's admins can join. If you have an invite, open its link or paste it here."
            : "Ask someone who's already here to invite you, then open the link or paste it here."
        }
        footer={logInInstead}
      >
        <InviteOnly />
      </AccountPanel>
    );
  }
  return (
    <AccountPanel
      step={1}
      title="Create Account"
      lead={`${site?.first_account_owns === true ? 'The first account owns this site. ' : ''}${policy === 'approval' ? toTeam : toPeople}`}
      footer={logInInstead}
    >
      <RegisterEmailForm invite={invite} solveProof={solveProof} />
    </AccountPanel>
  );
}
