import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { rolesOptions } from '#features/communities/communities.data.ts';
import { membersTitle, roleNames } from '#features/communities/communities.rules.ts';
import { MemberList, MemberName } from '#features/communities/MemberList.tsx';
import { pathTo } from '#platform/paths.ts';

/** Section 2, communities: the community's members with their roles; each links to a profile. */
export function MembersPanel({ community }: { community: Community }) {
  const handle = community.community_handle;
  const { data: roles = [] } = useQuery(rolesOptions(handle));
  return (
    <section aria-label="Members" className="flex h-full min-h-0 w-full flex-col">
      <h2 className="shrink-0 px-4 pt-4 pb-2 font-semibold text-base tabular">
        {membersTitle(community.member_count)}
      </h2>
      <div className="min-h-0 flex-1">
        <MemberList key={handle} handle={handle} label="List of members">
          {(member) => (
            <Link
              to={pathTo('profile', { username: member.username })}
              className="flex min-h-14 items-center gap-3 rounded-control px-2 transition-colors hover:bg-raised focus-visible:-outline-offset-2"
            >
              <MemberName member={member} note={roleNames(roles, member.roles).join(', ')} />
            </Link>
          )}
        </MemberList>
      </div>
    </section>
  );
}
