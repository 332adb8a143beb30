import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { CommunityPicture } from '#features/communities/CommunityPicture.tsx';
import { popularOptions, useJoinCommunity } from '#features/communities/communities.data.ts';
import { memberCount } from '#features/communities/communities.rules.ts';
import { errorTexts } from '#platform/errors.ts';
import { pathTo } from '#platform/paths.ts';
import { storeCommunity } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

interface EntryProps {
  community: Community;
  pending: boolean;
  disabled: boolean;
  onChoose: () => void;
}

function Entry({ community, pending, disabled, onChoose }: EntryProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        disabled={disabled}
        aria-busy={pending || undefined}
        className="flex min-h-14 w-full items-center gap-3 rounded-control px-2 text-left transition-colors hover:bg-raised disabled:cursor-default"
      >
        <CommunityPicture community={community} size={40} />
        <span className="min-w-0 flex-1 leading-tight">
          <span dir="auto" className="block truncate text-left font-semibold">
            {community.name}
          </span>
          <span className="block truncate text-muted text-sm tabular">{memberCount(community.member_count)}</span>
        </span>
        <span className={cx('shrink-0 font-semibold text-sm', community.joined ? 'text-muted' : 'text-accent-text')}>
          {pending ? <Spinner label="Joining" /> : (community.joined && 'Open') || 'Join'}
        </span>
      </button>
    </li>
  );
}

/** Section 2, home feed: the communities with the most members. Choosing one joins it and leads to the workspace. */
export function PopularCommunities() {
  const { data, error, isFetching, refetch } = useQuery(popularOptions);
  const join = useJoinCommunity();
  const navigate = useNavigate();

  const open = (handle: string) => {
    storeCommunity(handle);
    void navigate(pathTo('communities'), { state: { community: handle } });
  };
  const choose = ({ community_handle, joined }: Community) => {
    if (joined) open(community_handle);
    else join.mutate(community_handle, { onSuccess: (community) => open(community.community_handle) });
  };

  if (data === undefined) {
    if (error !== null) {
      return (
        <div role="alert" className="flex flex-col items-start gap-3 px-2 text-muted text-sm">
          <p>The communities could not be loaded. {errorTexts(error).join(' ')}</p>
          <Button tone="secondary" size="sm" onClick={() => void refetch()} pending={isFetching}>
            Try again
          </Button>
        </div>
      );
    }
    return (
      <Loading label="Loading communities" className="flex flex-col">
        {['w-3/4', 'w-1/2', 'w-2/3'].map((width) => (
          <div key={width} className="flex min-h-14 items-center gap-3 px-2">
            <Skeleton className="size-10 shrink-0 rounded-card" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className={cx('h-3.5', width)} />
              <Skeleton className="h-3 w-16" />
            </div>
          </div>
        ))}
      </Loading>
    );
  }
  if (data.length === 0) {
    return <p className="px-2 text-muted text-sm">There are no communities yet. Create the first one.</p>;
  }
  return (
    <ul aria-label="Popular communities" className="flex flex-col gap-0.5">
      {data.map((community) => (
        <Entry
          key={community.community_id}
          community={community}
          pending={join.isPending && join.variables === community.community_handle}
          disabled={join.isPending}
          onChoose={() => choose(community)}
        />
      ))}
    </ul>
  );
}
