import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { CommunityPicture } from '#features/communities/CommunityPicture.tsx';
import { popularOptions, useJoinCommunity } from '#features/communities/communities.data.ts';
import { memberCount } from '#features/communities/communities.rules.ts';
import { NoCommunities } from '#features/communities/NoCommunities.tsx';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { InlineErrorState } from '#ui/states/States.tsx';

interface EntryProps {
  community: Community;
  pending: boolean;
  disabled: boolean;
  onJoin: () => void;
}

/** A community, which opens it, and a Join button beside it. */
function Entry({ community, pending, disabled, onJoin }: EntryProps) {
  return (
    <li className="flex items-center gap-1 rounded-control pr-2 transition-colors hover:bg-raised">
      <Link
        to={pathTo('communities', {}, { community: community.community_handle })}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-control px-2 focus-visible:-outline-offset-2"
      >
        <CommunityPicture community={community} size={40} />
        <span className="min-w-0 flex-1 leading-tight">
          <span dir="auto" className="line-clamp-2 text-left font-semibold [overflow-wrap:anywhere]">
            {community.name}
          </span>
          <span className="block truncate text-muted text-sm tabular">{memberCount(community.member_count)}</span>
        </span>
      </Link>
      {community.joined || community.banned ? (
        <span className="shrink-0 px-2 text-muted text-sm">{community.joined ? 'Joined' : 'Banned'}</span>
      ) : (
        <Button
          tone="secondary"
          aria-label={`Join ${community.name}`}
          pending={pending}
          disabled={disabled}
          onClick={onJoin}
        >
          Join
        </Button>
      )}
    </li>
  );
}

/** The communities with the most members. Clicking one opens it; only Join joins, and then opens it as well. */
export function PopularCommunities() {
  const query = useQuery(popularOptions);
  const { data } = query;
  const failure = useLoadFailure(query, 'the communities');
  const join = useJoinCommunity();
  const navigate = useNavigate();

  const handleJoin = (handle: string) =>
    join.mutate(handle, {
      onSuccess: ({ community_handle: community }) => void navigate(pathTo('communities', {}, { community })),
    });

  if (data === undefined) {
    if (failure !== null) {
      return (
        <div className="px-2">
          <InlineErrorState {...failure}>{failure.text}</InlineErrorState>
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
    return (
      <div className="px-2">
        <NoCommunities />
      </div>
    );
  }
  return (
    <ul aria-label="Popular communities" className="flex flex-col gap-0.5">
      {data.map((community) => (
        <Entry
          key={community.community_id}
          community={community}
          pending={join.isPending && join.variables === community.community_handle}
          disabled={join.isPending}
          onJoin={() => handleJoin(community.community_handle)}
        />
      ))}
    </ul>
  );
}
