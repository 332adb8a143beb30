import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { Link } from 'react-router';
import { CommunityPicture } from '#features/communities/CommunityPicture.tsx';
import { useJoinCommunity } from '#features/communities/communities.data.ts';
import { memberCount } from '#features/communities/communities.rules.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';

/** A community the person has a link to but hasn't joined, or is banned from. */
export function JoinCommunity({ community }: { community: Community }) {
  const { name, description, banned } = community;
  const join = useJoinCommunity();
  return (
    <section
      aria-label={name}
      className="flex animate-appear flex-col items-center gap-2 overflow-y-auto px-6 py-12 text-center"
    >
      <CommunityPicture community={community} size={88} eager />
      <h2 dir="auto" className="mt-2 max-w-full font-semibold text-xl [overflow-wrap:anywhere]">
        {name}
      </h2>
      <p className="text-muted text-sm tabular">
        {community.community_handle} · {memberCount(community.member_count)}
      </p>
      {description !== '' && (
        <p dir="auto" className="mt-1 max-w-md whitespace-pre-line text-pretty [overflow-wrap:anywhere]">
          {description}
        </p>
      )}
      <p className="mt-1 max-w-sm text-pretty text-muted text-sm">
        {banned ? "You're banned from this community." : 'Join to see its channels and members.'}
      </p>
      <div className="mt-4">
        {banned ? (
          <Button asChild tone="secondary" size="lg">
            <Link to={pathTo('decisions')}>See the decision</Link>
          </Button>
        ) : (
          <Button size="lg" onClick={() => join.mutate(community.community_handle)} pending={join.isPending}>
            Join {name.length > 24 ? 'this community' : name}
          </Button>
        )}
      </div>
    </section>
  );
}
