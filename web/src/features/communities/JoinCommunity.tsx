import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { CommunityPicture } from '#features/communities/CommunityPicture.tsx';
import { useJoinCommunity } from '#features/communities/communities.data.ts';
import { memberCount } from '#features/communities/communities.rules.ts';
import { Button } from '#ui/button/Button.tsx';

/** A community the person has a link to but hasn't joined. */
export function JoinCommunity({ community }: { community: Community }) {
  const join = useJoinCommunity();
  return (
    <section
      aria-label={community.name}
      className="flex animate-appear flex-col items-center gap-2 px-6 py-12 text-center"
    >
      <CommunityPicture community={community} size={88} eager />
      <h2 dir="auto" className="mt-2 max-w-full font-semibold text-xl [overflow-wrap:anywhere]">
        {community.name}
      </h2>
      <p className="text-muted text-sm tabular">
        {community.community_handle} · {memberCount(community.member_count)}
      </p>
      <p className="mt-1 max-w-sm text-pretty text-muted text-sm">Join to see its channels and members.</p>
      <div className="mt-4">
        <Button size="lg" onClick={() => join.mutate(community.community_handle)} pending={join.isPending}>
          Join {community.name.length > 24 ? 'this community' : community.name}
        </Button>
      </div>
    </section>
  );
}
