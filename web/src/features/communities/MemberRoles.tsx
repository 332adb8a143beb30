import type { Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { permissionsOptions, useAssignRole } from '#features/communities/communities.data.ts';
import { tellingRoles } from '#features/communities/communities.rules.ts';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { FormError } from '#ui/form/FormError.tsx';

interface MemberRolesProps {
  handle: string;
  username: string;
  /** The ids of the roles they have. */
  roleIds: readonly string[];
  /** The community's. */
  roles: readonly Role[];
}

/** The roles that set somebody apart: those that the viewer may give and take can be checked. */
export function MemberRoles({ handle, username, roleIds, roles }: MemberRolesProps) {
  const assign = useAssignRole(handle);
  const { data: permissions = [] } = useQuery(permissionsOptions(handle));
  const [held, setHeld] = useState(roleIds);
  const telling = tellingRoles(roles);
  const mayAssign = permissions.includes('community:edit');
  const shown = telling.filter(({ role_id, grantable }) => (mayAssign && grantable) || held.includes(role_id));
  if (shown.length === 0) return null;
  const change = (roleId: string, holds: boolean) => {
    const set = (isHeld: boolean) =>
      setHeld((before) => (isHeld ? [...before, roleId] : before.filter((id) => id !== roleId)));
    set(holds);
    // Several may be on their way, each with an outcome of its own.
    assign.mutateAsync({ username, roleId, holds }).catch(() => set(!holds));
  };
  return (
    <section aria-label="Roles" className="flex flex-col">
      <h3 className="font-medium text-muted text-sm">Roles</h3>
      {shown.map(({ role_id: roleId, name, grantable }) =>
        mayAssign && grantable ? (
          <Checkbox
            key={roleId}
            label={name}
            checked={held.includes(roleId)}
            onCheckedChange={(holds) => change(roleId, holds)}
          />
        ) : (
          <p key={roleId} className="py-1">
            <bdi>{name}</bdi>
          </p>
        ),
      )}
      <FormError text={assign.fault} />
    </section>
  );
}
