import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { MissingLink } from '#app/pages/MissingLink.tsx';
import { AccountPanel, accountLink } from '#features/accounts/public.ts';
import { useJoinCommunity } from '#features/communities/public.ts';
import { InviteCard, inviteOptions } from '#features/site/public.ts';
import { ApiError, errorTexts, NotFound } from '#platform/errors.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { useStoredUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

/** Lets somebody who has an account into the community. */
function JoinInvited({ community, code }: { community: { community_handle: string; name: string }; code: string }) {
  const join = useJoinCommunity(code, 'here');
  const navigate = useNavigate();
  const handle = community.community_handle;
  const open = () => void navigate(pathTo('communities', {}, { community: handle }));
  const isBanned = join.error instanceof ApiError && join.error.fields.ban !== undefined;
  return (
    <>
      <FormError text={join.fault} />
      {isBanned ? (
        <Button asChild tone="secondary" size="lg" wide>
          <Link to={pathTo('decisions')}>See the decision</Link>
        </Button>
      ) : (
        <Button size="lg" wide pending={join.isPending} onClick={() => join.mutate(handle, { onSuccess: open })}>
          Join
          <span className="sr-only"> {community.name}</span>
        </Button>
      )}
    </>
  );
}

/** An invite's link: who invites you, where to, and how to join. */
export default function InvitePage() {
  const { code = '' } = useParams();
  const isSignedIn = useStoredUser() !== null;
  const { data: invite, error, isFetching, refetch } = useQuery(inviteOptions(code));
  usePageTitle(invite === undefined ? 'Invite' : `Join ${invite.community?.name ?? invite.site_name}`);
  if (error instanceof NotFound || invite?.valid === false) return <MissingLink of="invite" />;
  if (invite === undefined) {
    if (error !== null) {
      return (
        <ErrorState title="Couldn't open this invite" onRetry={() => void refetch()} pending={isFetching}>
          {errorTexts(error).join(' ')}
        </ErrorState>
      );
    }
    return (
      <Loading label="Opening the invite" className="flex flex-col gap-5">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-20 w-full rounded-card" />
        <Skeleton className="h-12 w-full rounded-control" />
      </Loading>
    );
  }
  const { site_name: site, community, registration } = invite;
  if (isSignedIn && community !== null) {
    return (
      <AccountPanel title={`Join ${community.name}`} lead={`${community.name} is a community on ${site}.`}>
        <InviteCard invite={invite} />
        <JoinInvited community={community} code={code} />
      </AccountPanel>
    );
  }
  if (isSignedIn) {
    return (
      <AccountPanel title="You're already here" lead={`This invite is for people who aren't on ${site} yet.`}>
        <Button asChild size="lg" wide>
          <Link to={pathTo('feed')}>Go to the feed</Link>
        </Button>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel
      title={`Join ${community?.name ?? site}`}
      lead={community === null ? undefined : `${community.name} is a community on ${site}.`}
      footer={
        <>
          Have an account?{' '}
          <Link to={pathTo('login', {}, { next: pathTo('invite', { code }) })} className={accountLink}>
            Log in
          </Link>
        </>
      }
    >
      <InviteCard invite={invite} />
      {registration === 'closed' ? (
        <p className="text-pretty text-muted text-sm">
          New accounts on {site} need an invite from its team. If you already have an account, log in.
        </p>
      ) : (
        <Button asChild size="lg" wide>
          <Link to={pathTo('register', {}, { invite: code })}>Create Account</Link>
        </Button>
      )}
      {registration === 'approval' && (
        <p className="text-pretty text-muted text-sm">The team looks at every request before you can log in.</p>
      )}
    </AccountPanel>
  );
}
