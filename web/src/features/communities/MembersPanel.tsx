import type { Community, Member } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { rolesOptions } from '#features/communities/communities.data.ts';
import { groupsOf, membersTitle, roleNames, tellingRoles } from '#features/communities/communities.rules.ts';
import { MemberList, MemberName } from '#features/communities/MemberList.tsx';
import { lateOverlay } from '#ui/late/late.tsx';

const MemberCard = lateOverlay(async () => (await import('#features/communities/MemberCard.tsx')).default, 'The card');

interface MembersPanelProps {
  community: Community;
  /** Opens a conversation with somebody; the app passes it in, because conversations are a later feature. */
  MessageButton: ComponentType<{ username: string }>;
}

/** The community's members by role and presence; each opens a card. */
export function MembersPanel({ community, MessageButton }: MembersPanelProps) {
  const handle = community.community_handle;
  const { data: roles = [] } = useQuery(rolesOptions(handle));
  const [open, setOpen] = useState<Member>();
  const telling = tellingRoles(roles);
  return (
    <section aria-label="Members" className="flex h-full min-h-0 w-full flex-col">
      <h2 className="shrink-0 px-4 pt-4 pb-2 font-semibold text-base tabular">
        {membersTitle(community.member_count)}
      </h2>
      <div className="min-h-0 flex-1">
        <MemberList key={handle} handle={handle} label="List of members" groups={(members) => groupsOf(members, roles)}>
          {(member) => (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpen(member)}
              className="flex min-h-14 w-full min-w-0 items-center gap-3 rounded-control px-2 text-left transition-colors hover:bg-raised focus-visible:-outline-offset-2"
            >
              <MemberName member={member} note={roleNames(telling, member.roles).join(', ')} />
            </button>
          )}
        </MemberList>
      </div>
      {open !== undefined && (
        <MemberCard
          community={community}
          member={open}
          roles={roles}
          MessageButton={MessageButton}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}
