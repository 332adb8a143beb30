import {
  type Community,
  type Permission,
  permissionNames,
  type Role,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { rolesOptions } from '#features/communities/communities.data.ts';
import { RoleMembers } from '#features/communities/RoleMembers.tsx';
import { useLoadFailure } from '#platform/load-failure.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { cx } from '#ui/cx.ts';
import { lateOverlay } from '#ui/late/late.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

const CreateRoleDialog = lateOverlay(
  async () => (await import('#features/communities/CreateRoleDialog.tsx')).default,
  'The form',
);

/** "Create Channels, Edit Community", or that the role grants no permissions. */
function allowed({ permissions }: Role): string {
  return permissions.length === 0 ? 'No permissions' : permissions.map((code) => permissionNames[code]).join(', ');
}

interface RoleSettingsProps {
  community: Community;
  /** The person's permissions. */
  mine: readonly Permission[];
}

/** Section 2, community settings: the roles, and the members who hold the selected one. */
export function RoleSettings({ community, mine }: RoleSettingsProps) {
  const handle = community.community_handle;
  const query = useQuery(rolesOptions(handle));
  const { data: roles } = query;
  const failure = useLoadFailure(query, 'the roles');
  const [chosenId, setChosenId] = useState<string>();
  const [creating, setCreating] = useState(false);
  const chosen = roles?.find(({ role_id }) => role_id === chosenId) ?? roles?.[0];

  if (roles === undefined) {
    if (failure === null) {
      return (
        <Loading label="Loading roles" className="flex flex-col gap-3">
          <Skeleton className="h-16 w-full rounded-card" />
          <Skeleton className="h-16 w-full rounded-card" />
          <Skeleton className="h-72 w-full rounded-card" />
        </Loading>
      );
    }
    return <ErrorState {...failure}>{failure.text}</ErrorState>;
  }
  return (
    <div className="grid gap-4 lg:grid-cols-[260px_minmax(0,1fr)] lg:items-start">
      <section aria-label="Roles" className="flex flex-col gap-3">
        <Card className="max-h-64 overflow-y-auto p-1.5 lg:max-h-[60dvh]">
          <ul className="flex flex-col gap-0.5">
            {roles.map((role) => (
              <li key={role.role_id}>
                <button
                  type="button"
                  aria-pressed={role.role_id === chosen?.role_id}
                  onClick={() => setChosenId(role.role_id)}
                  className={cx(
                    'flex min-h-14 w-full flex-col justify-center rounded-control px-3 py-1.5 text-left transition-colors hover:bg-raised focus-visible:-outline-offset-2',
                    role.role_id === chosen?.role_id && 'bg-raised',
                  )}
                >
                  <span dir="auto" className="max-w-full truncate text-left font-semibold">
                    {role.name}
                  </span>
                  <span className="text-muted text-xs">{allowed(role)}</span>
                </button>
              </li>
            ))}
          </ul>
        </Card>
        <Button tone="secondary" wide icon={<Plus size={18} aria-hidden="true" />} onClick={() => setCreating(true)}>
          Create Role
        </Button>
      </section>
      {chosen !== undefined && <RoleMembers key={chosen.role_id} handle={handle} role={chosen} />}
      {creating && (
        <CreateRoleDialog
          handle={handle}
          mine={mine}
          onClose={() => setCreating(false)}
          onCreated={(role) => {
            setCreating(false);
            setChosenId(role.role_id);
          }}
        />
      )}
    </div>
  );
}
