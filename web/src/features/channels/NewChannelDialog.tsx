import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { createChannel as endpoint } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Hash, Volume2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ChannelNameField } from '#features/channels/ChannelNameField.tsx';
import { useCreateChannel } from '#features/channels/channels.data.ts';
import { usualRoles } from '#features/channels/channels.rules.ts';
import { RoleChoice } from '#features/channels/RoleChoice.tsx';
import { rolesOptions } from '#features/communities/public.ts';
import { formDraft } from '#platform/drafts.ts';
import { refusalOf } from '#platform/errors.ts';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import { Segmented } from '#ui/segmented/Segmented.tsx';

interface NewChannelDialogProps {
  community: Community;
  /** Whether it may be a voice channel. */
  hasVoice: boolean;
  onClose: () => void;
  onCreated: (channel: Channel) => void;
}

/** A channel has a name and the roles that can use it. */
export default function NewChannelDialog({ community, hasVoice, onClose, onCreated }: NewChannelDialogProps) {
  const { community_id, community_handle: handle } = community;
  const { mutateAsync: create } = useCreateChannel(handle);
  const { data: roles } = useQuery(rolesOptions(handle));
  const [kind, setKind] = useState<'text' | 'voice'>('text');
  const draft = useMemo(() => formDraft(`channel:${community_id}`, ['name']), [community_id]);

  const validated = useValidatedForm({
    schema: endpoint.body,
    initial: { name: '', roles: [] as string[] },
    carried: ['roles'],
    draft,
    explain: refusalOf,
    onSubmit: async (values) => {
      const channel = await create({ ...values, kind });
      draft.forget();
      onCreated(channel);
    },
  });
  const { field, form } = validated;
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
    <FormDialog
      keepsDraft
      title="Create a channel"
      description={`In ${community.name}`}
      action="Create Channel"
      form={validated}
      onClose={onClose}
    >
      {hasVoice && (
        <Segmented
          label="Kind of channel"
          value={kind}
          onValueChange={setKind}
          options={[
            { value: 'text', label: 'Text', icon: Hash },
            { value: 'voice', label: 'Voice', icon: Volume2 },
          ]}
        />
      )}
      <ChannelNameField {...field('name')} data-autofocus />
      <RoleChoice handle={handle} chosen={chosen} fault={rolesMissing} onToggle={toggle} />
    </FormDialog>
  );
}
