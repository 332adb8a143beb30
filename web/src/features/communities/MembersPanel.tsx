import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { permissionsOptions, rolesOptions } from '#features/communities/communities.data.ts';
import { membersTitle, roleNames } from '#features/communities/communities.rules.ts';
import { MemberList, MemberName } from '#features/communities/MemberList.tsx';
import { MemberMenu } from '#features/communities/MemberMenu.tsx';
import { pathTo } from '#platform/paths.ts';
import { storedUser } from '#platform/session.ts';

/** Section 2, communities: the community's members with their roles; each links to a profile. */
export function MembersPanel({ community }: { community: Community }) {
  const handle = community.community_handle;
  const { data: roles = [] } = useQuery(rolesOptions(handle));
  const { data: permissions = [] } = useQuery(permissionsOptions(handle));
  const own = storedUser()?.username;
  const mayBan = permissions.includes('ban:users');
  return (
    <section aria-label="Members" className="flex h-full min-h-0 w-full flex-col">
      <h2 className="shrink-0 px-4 pt-4 pb-2 font-semibold text-base tabular">
        {membersTitle(community.member_count)}
      </h2>
      <div className="min-h-0 flex-1">
        <MemberList key={handle} handle={handle} label="List of members">
          {(member) => (
            <div className="flex items-center rounded-control transition-colors hover:bg-raised">
              <Link
                to={pathTo('profile', { username: member.username })}
                className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-control px-2 focus-visible:-outline-offset-2"
              >
                <MemberName member={member} note={roleNames(roles, member.roles).join(', ')} />
              </Link>
              {mayBan && member.username !== own && <MemberMenu community={community} member={member} />}
            </div>
          )}
        </MemberList>
      </div>
    </section>
  );
}
