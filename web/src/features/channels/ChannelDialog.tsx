import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { channelCategory, channelName, channelTopic } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { z } from 'zod';
import { ChannelNameField } from '#features/channels/ChannelNameField.tsx';
import { categoriesOf } from '#features/channels/categories.rules.ts';
import { channelsOptions, useDeleteChannel, useUpdateChannel } from '#features/channels/channels.data.ts';
import { RoleChoice } from '#features/channels/RoleChoice.tsx';
import { slowModes } from '#features/channels/slow-mode.rules.ts';
import { refusalOf } from '#platform/errors.ts';
import { Button } from '#ui/button/Button.tsx';
import { FormDialog } from '#ui/dialog/FormDialog.tsx';
import { SelectField } from '#ui/field/SelectField.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { TextField } from '#ui/field/TextField.tsx';
import { useValidatedForm } from '#ui/form/useValidatedForm.ts';
import TypedConfirm from '#ui/typed-confirm/TypedConfirm.tsx';

const schema = z.object({ name: channelName, topic: channelTopic, category: channelCategory });

type CategoryFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { categories: readonly string[] };

/** A channel's category, with the existing ones as suggestions. */
function CategoryField({ categories, ...props }: CategoryFieldProps) {
  const id = useId();
  return (
    <>
      <TextField
        {...props}
        label="Category"
        hint="Channels with the same category are listed together."
        aside="Optional"
        list={id}
        autoComplete="off"
        dir="auto"
      />
      <datalist id={id}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </>
  );
}

interface ChannelDialogProps {
  community: Community;
  channel: Channel;
  onClose: () => void;
  onDeleted: () => void;
}

type DeleteChannelProps = Pick<ChannelDialogProps, 'channel' | 'onClose' | 'onDeleted'> & { handle: string };

function DeleteChannel({ handle, channel, onClose, onDeleted }: DeleteChannelProps) {
  const { mutate, isPending, fault } = useDeleteChannel(handle, channel.channel_id, onDeleted);
  return (
    <TypedConfirm
      title={`Delete # ${channel.name}`}
      description="Its messages are deleted for everyone. This can't be undone."
      expected={channel.name}
      what="the channel's name"
      confirmLabel="Delete channel"
      pending={isPending}
      fault={fault}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}

/** A channel's name, topic, category, slow mode and roles, and deleting it; for holders of channel:create. */
export default function ChannelDialog({ community, channel, onClose, onDeleted }: ChannelDialogProps) {
  const handle = community.community_handle;
  const { mutateAsync: update } = useUpdateChannel(handle, channel.channel_id);
  const [roles, setRoles] = useState<readonly string[]>(channel.roles);
  const [slowMode, setSlowMode] = useState(String(channel.slow_mode));
  const { data: channels = [] } = useQuery(channelsOptions(handle));
  const [deleting, setDeleting] = useState(false);
  const form = useValidatedForm({
    schema,
    initial: { name: channel.name, topic: channel.topic, category: channel.category ?? '' },
    explain: refusalOf,
    onSubmit: async (values) => {
      await update({ ...values, slow_mode: Number(slowMode), roles: [...roles] });
      onClose();
    },
  });
  if (deleting) return <DeleteChannel handle={handle} channel={channel} onDeleted={onDeleted} onClose={onClose} />;
  return (
    <FormDialog
      title={`# ${channel.name}`}
      description={`In ${community.name}`}
      action="Save"
      disabled={roles.length === 0}
      form={form}
      after={
        <Button tone="quiet" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => setDeleting(true)}>
          Delete channel
        </Button>
      }
      onClose={onClose}
    >
      <ChannelNameField {...form.field('name')} />
      <TextArea
        {...form.field('topic')}
        label="Topic"
        hint="Shown above the messages."
        aside="Optional"
        rows={2}
        grows
        dir="auto"
      />
      <CategoryField {...form.field('category')} categories={categoriesOf(channels)} />
      <SelectField
        label="Slow mode"
        hint="How long people wait between two messages. Whoever runs the community doesn't wait."
        value={slowMode}
        onChange={setSlowMode}
        options={slowModes(channel.slow_mode)}
      />
      <RoleChoice
        handle={handle}
        chosen={roles}
        fault={roles.length === 0 ? messages.channelRolesRequired : undefined}
        onToggle={(roleId, on) => setRoles(on ? [...roles, roleId] : roles.filter((id) => id !== roleId))}
      />
    </FormDialog>
  );
}
