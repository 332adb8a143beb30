import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { InvitesSection } from '#features/site/public.ts';

/** Links that let people in, which a private community needs. */
export function Invites({ community }: { community: Community }) {
  return (
    <section aria-label="Invites" className="flex max-w-[640px] flex-col gap-4">
      <p className="text-pretty text-muted text-sm">
        {community.visibility === 'private'
          ? 'Only people with an invite can join this private community. They need an account, and banned people stay out.'
          : 'Anyone can join this community. An invite takes people straight to it. Banned people stay out.'}
      </p>
      <InvitesSection community={community.community_handle} />
    </section>
  );
}
