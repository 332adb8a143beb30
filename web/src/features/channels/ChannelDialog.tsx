import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { channelName, channelTopic } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { z } from 'zod';
import { ChannelNameField } from '#features/channels/ChannelNameField.tsx';
import { deleteChannel, updateChannel } from '#features/channels/channels.data.ts';
import { RoleChoice } from '#features/channels/RoleChoice.tsx';
import { errorTexts, refusalOf } from '#platform/errors.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import TypedConfirm from '#ui/typed-confirm/TypedConfirm.tsx';

const schema = z.object({ name: channelName, topic: channelTopic });

interface ChannelDialogProps {
  community: Community;
  channel: Channel;
  onClose: () => void;
  onDeleted: () => void;
}

/** A channel's name, topic and roles, and deleting it; for holders of channel:create. */
export default function ChannelDialog({ community, channel, onClose, onDeleted }: ChannelDialogProps) {
  const handle = community.community_handle;
  const client = useQueryClient();
  const formId = useId();
  const [roles, setRoles] = useState<readonly string[]>(channel.roles);
  const [deleting, setDeleting] = useState(false);
  const { submit, field, error, pending } = useValidatedForm({
    schema,
    initial: { name: channel.name, topic: channel.topic },
    explain: refusalOf,
    onSubmit: async (values) => {
      await updateChannel(client, handle, channel.channel_id, { ...values, roles: [...roles] });
      onClose();
    },
  });
  if (deleting) {
    return (
      <TypedConfirm
        title={`Delete # ${channel.name}`}
        description="Its messages are deleted for everyone. This can't be undone."
        expected={channel.name}
        what="the channel's name"
        confirmLabel="Delete channel"
        explain={(thrown) => errorTexts(thrown).join(' ')}
        onConfirm={async () => {
          await deleteChannel(client, handle, channel.channel_id);
          onDeleted();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`# ${channel.name}`}
      description={`In ${community.name}`}
      footer={
        <Button type="submit" form={formId} size="lg" wide pending={pending} disabled={roles.length === 0}>
          Save
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <ChannelNameField {...field('name')} />
        <TextArea
          {...field('topic')}
          label="Topic"
          hint="Shown above the messages."
          aside="Optional"
          rows={2}
          grows
          dir="auto"
        />
        <RoleChoice
          handle={handle}
          chosen={roles}
          fault={roles.length === 0 ? messages.channelRolesRequired : undefined}
          onToggle={(roleId, on) => setRoles(on ? [...roles, roleId] : roles.filter((id) => id !== roleId))}
        />
        <FormError text={error} />
        <Button tone="quiet" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => setDeleting(true)}>
          Delete channel
        </Button>
      </form>
    </Dialog>
  );
}
