import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { FormSkeleton } from '#app/pages/FormSkeleton.tsx';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel, ownUserOptions } from '#features/accounts/public.ts';
import { keepSetUpCode, siteOptions, takeSetUpCode, useSetUpSite } from '#features/site/public.ts';
import { isFirstLoad } from '#platform/first-load.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { useStoredUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';

/** Makes the signed-in person the owner. */
function BecomeOwner({ username, code }: { username: string; code: string }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const setUp = useSetUpSite();

  function become(): void {
    setUp.mutate(code, {
      onSuccess: async () => {
        takeSetUpCode();
        await client.fetchQuery({ ...ownUserOptions, staleTime: 0 });
        await navigate(pathTo('firstSteps'), { replace: true });
      },
    });
  }

  return (
    <AccountPanel
      title="This site is yours"
      lead={`You're logged in as @${username}. This account will own the site: you choose its name, its rules, its team and who may join. The link works once.`}
    >
      <FormError text={setUp.fault} />
      <Button size="lg" wide pending={setUp.isPending} onClick={become}>
        Become the owner
      </Button>
    </AccountPanel>
  );
}

/** People who aren't signed in need an account first; their next log-in leads back here. */
function NeedsAccount({ code }: { code: string }) {
  useEffect(() => keepSetUpCode(code), [code]);
  return (
    <AccountPanel
      title="Set up this site"
      lead="This link makes you the owner of the site. Create your account first, or log in if you have one. We'll bring you back here."
    >
      <div className="flex flex-col gap-3">
        <Button asChild size="lg" wide>
          <Link to={pathTo('register')}>Create Account</Link>
        </Button>
        <Button asChild size="lg" wide tone="secondary">
          <Link to={pathTo('login')}>Log in</Link>
        </Button>
      </div>
    </AccountPanel>
  );
}

/** A set-up link works only until the site has an owner. */
function SetUpAlready({ isSignedIn }: { isSignedIn: boolean }) {
  useEffect(() => void takeSetUpCode(), []);
  return (
    <AccountPanel
      title="This site has an owner already"
      lead="A set-up link works once. If that wasn't you or somebody you know, whoever runs the server can name another owner."
    >
      <Button asChild size="lg" wide>
        <Link to={pathTo(isSignedIn ? 'feed' : 'login')}>{isSignedIn ? 'Go to the feed' : 'Log in'}</Link>
      </Button>
    </AccountPanel>
  );
}

/** The page of the set-up link that the server prints when it starts. */
export default function SetUpPage() {
  usePageTitle('Set up this site');
  const user = useStoredUser();
  const code = useSearchParams()[0].get('code');
  const siteQuery = useQuery(siteOptions);
  const site = siteQuery.data;
  if (code === null || code === '') return <MissingLink of="setUp" />;
  if (isFirstLoad(siteQuery)) return <FormSkeleton title="Set up this site" label="Loading the form" />;
  // If anybody runs the site, it has an owner.
  if (site !== undefined && site.run_by.length > 0) return <SetUpAlready isSignedIn={user !== null} />;
  return user === null ? <NeedsAccount code={code} /> : <BecomeOwner username={user.username} code={code} />;
}
