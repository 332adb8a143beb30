import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { excludesCreator } from '#features/channels/channels.rules.ts';
import { rolesOptions } from '#features/communities/public.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { InlineErrorState } from '#ui/states/States.tsx';

interface RoleChoiceProps {
  handle: string;
  chosen: readonly string[];
  /** What's wrong with the selection. */
  fault: string | undefined;
  onToggle: (roleId: string, on: boolean) => void;
}

/** The roles that can use a channel. */
export function RoleChoice({ handle, chosen, fault, onToggle }: RoleChoiceProps) {
  const faultId = useId();
  const query = useQuery(rolesOptions(handle));
  const { data: roles } = query;
  const failure = useLoadFailure(query, 'the roles');
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : faultId} className="flex flex-col">
      <legend className="mb-1 font-medium text-sm">Who can use this channel</legend>
      {roles === undefined && failure === null && (
        <Loading label="Loading roles" className="flex flex-col gap-3 py-2">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-6 w-24" />
        </Loading>
      )}
      {failure !== null && (
        <div className="py-2">
          <InlineErrorState {...failure}>{failure.text}</InlineErrorState>
        </div>
      )}
      {roles?.map(({ role_id, name }) => (
        <Checkbox
          key={role_id}
          label={name}
          checked={chosen.includes(role_id)}
          onCheckedChange={(on) => onToggle(role_id, on)}
        />
      ))}
      <p
        id={faultId}
        role={fault === undefined ? undefined : 'alert'}
        className={fault === undefined ? 'hidden' : 'flex items-start gap-1.5 text-danger-text text-sm'}
      >
        <CircleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
        {fault}
      </p>
      {excludesCreator(chosen, roles ?? []) && (
        <p className="text-muted text-sm">
          You don't have any of these roles, so you won't see this channel's messages.
        </p>
      )}
    </fieldset>
  );
}
