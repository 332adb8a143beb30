import {
  type Community,
  type Permission,
  permissionNames,
  type Role,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, ShieldCheck, Trash2 } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { rolesOptions } from '#features/communities/communities.data.ts';
import { RoleMembers } from '#features/communities/RoleMembers.tsx';
import { useDeleteRole } from '#features/communities/settings.data.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { cx } from '#ui/cx.ts';
import { lateOverlay } from '#ui/late/late.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { ErrorState } from '#ui/states/States.tsx';

const RoleDialog = lateOverlay(async () => (await import('#features/communities/RoleDialog.tsx')).default, 'The form');
const TypedConfirm = lateOverlay(async () => (await import('#ui/typed-confirm/TypedConfirm.tsx')).default, 'The form');

/** "Create Channels, Edit Community", or that the role grants no permissions. */
function allowed({ permissions }: Role): string {
  return permissions.length === 0 ? 'No permissions' : permissions.map((code) => permissionNames[code]).join(', ');
}

/** Asks why somebody can't do something in a community; the app passes it in, because moderation is a later feature. */
export type CommunityQuestion = ComponentType<{
  about: { community: { handle: string; name: string } };
  onClose: () => void;
}>;

interface RoleSettingsProps {
  ExplainDialog: CommunityQuestion;
  community: Community;
  /** The person's permissions. */
  mine: readonly Permission[];
}

/** Deletes a role, once its name was typed. */
function DeleteRole({ handle, role, onClose }: { handle: string; role: Role; onClose: () => void }) {
  const remove = useDeleteRole(handle, onClose);
  return (
    <TypedConfirm
      title={`Delete the ${role.name} role`}
      description="Members with this role lose its permissions. This can't be undone."
      expected={role.name}
      what="the role's name"
      confirmLabel="Delete role"
      pending={remove.isPending}
      fault={remove.fault}
      onConfirm={() => remove.mutate(role.role_id)}
      onClose={onClose}
    />
  );
}

interface RoleDialogsProps {
  handle: string;
  mine: readonly Permission[];
  chosen: Role | undefined;
  dialog: 'create' | 'change' | 'delete' | undefined;
  onClose: () => void;
  onChoose: (roleId: string) => void;
}

/** Creates a role, or changes or deletes the chosen one. */
function RoleDialogs({ handle, mine, chosen, dialog, onClose, onChoose }: RoleDialogsProps) {
  if (dialog === undefined) return null;
  if (dialog !== 'delete') {
    return (
      <RoleDialog
        handle={handle}
        mine={mine}
        role={dialog === 'change' ? chosen : undefined}
        onClose={onClose}
        onSaved={(role) => {
          onClose();
          onChoose(role.role_id);
        }}
      />
    );
  }
  if (chosen === undefined) return null;
  return <DeleteRole handle={handle} role={chosen} onClose={onClose} />;
}

/** Why somebody can or can't do something in the community. */
function WhyNot({ community, ExplainDialog }: { community: Community; ExplainDialog: CommunityQuestion }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button tone="quiet" wide icon={<ShieldCheck size={18} aria-hidden="true" />} onClick={() => setAsking(true)}>
        Why can't someone…?
      </Button>
      {asking && (
        <ExplainDialog
          about={{ community: { handle: community.community_handle, name: community.name } }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function RolesLoading() {
  return (
    <Loading label="Loading roles" className="flex flex-col gap-3">
      <Skeleton className="h-16 w-full rounded-card" />
      <Skeleton className="h-16 w-full rounded-card" />
      <Skeleton className="h-72 w-full rounded-card" />
    </Loading>
  );
}

/** The roles, and the members who hold the selected one. */
export function RoleSettings({ community, mine, ExplainDialog }: RoleSettingsProps) {
  const handle = community.community_handle;
  const query = useQuery(rolesOptions(handle));
  const { data: roles } = query;
  const failure = useLoadFailure(query, 'the roles');
  const [chosenId, setChosenId] = useState<string>();
  const [dialog, setDialog] = useState<'create' | 'change' | 'delete'>();
  const close = () => setDialog(undefined);
  const chosen = roles?.find(({ role_id }) => role_id === chosenId) ?? roles?.[0];

  if (roles === undefined) {
    return failure === null ? <RolesLoading /> : <ErrorState {...failure}>{failure.text}</ErrorState>;
  }
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[260px_minmax(0,1fr)] lg:items-start">
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
        <Button tone="secondary" wide icon={<Plus size={18} aria-hidden="true" />} onClick={() => setDialog('create')}>
          Create Role
        </Button>
        <WhyNot community={community} ExplainDialog={ExplainDialog} />
      </section>
      {chosen !== undefined && (
        <div className="flex min-w-0 flex-col gap-3">
          <RoleMembers key={chosen.role_id} handle={handle} role={chosen} />
          <div className="flex flex-wrap gap-2">
            <Button tone="secondary" icon={<Pencil size={18} aria-hidden="true" />} onClick={() => setDialog('change')}>
              Change role
            </Button>
            {chosen.deletable && (
              <Button
                tone="secondary"
                icon={<Trash2 size={18} aria-hidden="true" />}
                onClick={() => setDialog('delete')}
              >
                Delete role
              </Button>
            )}
          </div>
        </div>
      )}
      <RoleDialogs handle={handle} mine={mine} chosen={chosen} dialog={dialog} onClose={close} onChoose={setChosenId} />
    </div>
  );
}
