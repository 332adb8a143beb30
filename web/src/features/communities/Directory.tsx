import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CommunityPicture } from '#features/communities/CommunityPicture.tsx';
import { directoryOptions, useJoinCommunity } from '#features/communities/communities.data.ts';
import { distinctCommunities, memberCount } from '#features/communities/communities.rules.ts';
import { NoCommunities } from '#features/communities/NoCommunities.tsx';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { ShowMore } from '#ui/show-more/ShowMore.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

interface CommunityCardProps {
  community: Community;
  pending: boolean;
  disabled: boolean;
  onJoin: () => void;
}

function CommunityCard({ community, pending, disabled, onJoin }: CommunityCardProps) {
  const { name, description, community_handle: handle, joined, banned } = community;
  return (
    <Card className="flex h-full flex-col gap-3 p-4">
      <div className="flex items-center gap-3">
        <CommunityPicture community={community} size={48} />
        <div className="min-w-0 flex-1 leading-tight">
          <h3 dir="auto" className="truncate text-left font-semibold">
            {name}
          </h3>
          <p className="truncate text-muted text-sm tabular">{memberCount(community.member_count)}</p>
        </div>
      </div>
      {description !== '' && (
        <p dir="auto" className="line-clamp-3 text-pretty text-left text-sm [overflow-wrap:anywhere]">
          {description}
        </p>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-1">
        {joined || banned ? (
          <span className="text-muted text-sm">{joined ? 'Joined' : 'Banned'}</span>
        ) : (
          <Button aria-label={`Join ${name}`} pending={pending} disabled={disabled} onClick={onJoin}>
            Join
          </Button>
        )}
        <Button asChild tone="secondary">
          <Link to={pathTo('communities', {}, { community: handle })} aria-label={`Look inside ${name}`}>
            Look inside
          </Link>
        </Button>
      </div>
    </Card>
  );
}

/** Every public community as a card, those with the most members first. */
export function Directory({ onOpen }: { onOpen: (handle: string) => void }) {
  const pages = useInfiniteQuery(directoryOptions);
  const { data } = pages;
  const failure = useLoadFailure(pages, 'the communities');
  const join = useJoinCommunity();
  if (failure !== null) return <ErrorState {...failure}>{failure.text}</ErrorState>;
  if (data === undefined) {
    return (
      <Loading label="Loading communities" className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-40 w-full rounded-card" />
        ))}
      </Loading>
    );
  }
  const communities = distinctCommunities(data.pages);
  if (communities.length === 0) return <NoCommunities />;
  return (
    <>
      <ul aria-label="All communities" className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {communities.map((community) => (
          <li key={community.community_id}>
            <CommunityCard
              community={community}
              pending={join.isPending && join.variables === community.community_handle}
              disabled={join.isPending}
              onJoin={() =>
                join.mutate(community.community_handle, {
                  onSuccess: ({ community_handle: handle }) => onOpen(handle),
                })
              }
            />
          </li>
        ))}
      </ul>
      <ShowMore pages={pages} />
    </>
  );
}
