import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { createChannel as endpoint } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useMemo, useRef } from 'react';
import { createChannel } from '#features/channels/channels.data.ts';
import { excludesCreator, usualRoles } from '#features/channels/channels.rules.ts';
import { rolesOptions } from '#features/communities/public.ts';
import { formDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { Button } from '#ui/button/Button.tsx';
import { Checkbox } from '#ui/checkbox/Checkbox.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { InlineErrorState } from '#ui/states/States.tsx';

interface NewChannelDialogProps {
  community: Community;
  onClose: () => void;
  onCreated: (channel: Channel) => void;
}

interface RoleChoiceProps {
  handle: string;
  chosen: readonly string[];
  /** What's wrong with the selection. */
  fault: string | undefined;
  onToggle: (roleId: string, on: boolean) => void;
}

/** The roles that can use a channel. */
function RoleChoice({ handle, chosen, fault, onToggle }: RoleChoiceProps) {
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

/** Section 2, communities: a channel has a name and the roles that can use it. */
export default function NewChannelDialog({ community, onClose, onCreated }: NewChannelDialogProps) {
  const { community_id, community_handle: handle } = community;
  const client = useQueryClient();
  const formId = useId();
  const { data: roles } = useQuery(rolesOptions(handle));
  const draft = useMemo(() => formDraft(`channel:${community_id}`, ['name']), [community_id]);

  const { submit, field, error, pending, form } = useValidatedForm({
    schema: endpoint.body,
    initial: { name: '', roles: [] as string[] },
    carried: ['roles'],
    draft,
    explain: refusalOf,
    onSubmit: async (values) => {
      const channel = await createChannel(client, handle, values);
      draft.forget();
      onCreated(channel);
    },
  });
  const chosen = form.watch('roles');
  const { setValue } = form;
  const preselected = useRef(false);
  useEffect(() => {
    if (roles === undefined || preselected.current) return;
    preselected.current = true;
    setValue('roles', usualRoles(roles));
  }, [roles, setValue]);
  const rolesMissing = form.formState.errors.roles?.message;

  const toggle = (roleId: string, on: boolean) =>
    setValue('roles', on ? [...chosen, roleId] : chosen.filter((id) => id !== roleId), {
      shouldDirty: true,
      shouldValidate: rolesMissing !== undefined,
    });

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Create a channel"
      description={`In ${community.name}`}
      footer={
        <Button type="submit" form={formId} size="lg" wide pending={pending}>
          Create Channel
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          {...field('name')}
          label="Channel name"
          leading="#"
          autoComplete="off"
          autoCapitalize="none"
          dir="auto"
          data-autofocus
        />
        <RoleChoice handle={handle} chosen={chosen} fault={rolesMissing} onToggle={toggle} />
        <FormError text={error} />
      </form>
    </Dialog>
  );
}
