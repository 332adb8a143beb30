import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff, Hash, Settings2, ShieldCheck } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { applyNotify, channelRoom } from '#features/channels/channels.data.ts';
import { permissionsOptions } from '#features/communities/public.ts';
import {
  PinsDialog,
  pinsAction,
  type RoomAction,
  RoomActions,
  RoomNotifyDialog,
  RoomSearchButton,
} from '#features/rooms/public.ts';
import { useCurrentUser } from '#platform/session.ts';
import { lateOverlay } from '#ui/late/late.tsx';

const ChannelDialog = lateOverlay(
  async () => (await import('#features/channels/ChannelDialog.tsx')).default,
  'The form',
);

interface ChannelTitleProps {
  /** Asks why somebody can't use the channel; the app passes it in, because moderation is a later feature. */
  ExplainDialog: ComponentType<{
    about: { community: { handle: string; name: string }; channel: { id: string; name: string } };
    onClose: () => void;
  }>;
  community: Community;
  channel: Channel;
  onDeleted: () => void;
}

/** The open channel's name and topic, and for holders of channel:create a way to change it. */
export function ChannelTitle({ ExplainDialog, community, channel, onDeleted }: ChannelTitleProps) {
  const { data: permissions = [] } = useQuery(permissionsOptions(community.community_handle));
  const { site_role: siteRole = null } = useCurrentUser();
  const [open, setOpen] = useState<'pins' | 'notifications' | 'change' | 'explain' | null>(null);
  const client = useQueryClient();
  const { channel_id: id, name, notify, topic } = channel;
  const close = () => setOpen(null);
  const actions: RoomAction[] = [];
  if (channel.usable) {
    const label = `Notifications for # ${name}`;
    const icon = notify === 'none' ? BellOff : Bell;
    actions.push(
      pinsAction(() => setOpen('pins')),
      { label, icon, onSelect: () => setOpen('notifications') },
    );
  }
  if (permissions.includes('channel:create'))
    actions.push({ label: `Change # ${name}`, icon: Settings2, onSelect: () => setOpen('change') });
  if (siteRole !== null || permissions.includes('community:edit'))
    actions.push({
      label: `Why can't someone use # ${name}?`,
      icon: ShieldCheck,
      onSelect: () => setOpen('explain'),
    });
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <div className="min-w-0 flex-1">
        <h2 className="flex min-w-0 items-center gap-1.5 font-semibold text-lg leading-tight">
          <Hash size={20} aria-hidden="true" className="shrink-0 text-muted" />
          <span dir="auto" className="truncate">
            {name}
          </span>
        </h2>
        {topic !== '' && (
          <p dir="auto" title={topic} className="truncate text-left text-muted text-xs">
            {topic}
          </p>
        )}
      </div>
      {channel.usable && <RoomSearchButton roomId={id} name={`# ${name}`} />}
      <RoomActions label={`More about # ${name}`} actions={actions} />
      {open === 'pins' && <PinsDialog room={channelRoom(id)} onClose={close} />}
      {open === 'notifications' && (
        <RoomNotifyDialog
          roomId={id}
          name={`# ${name}`}
          notify={notify}
          onSaved={(next) => applyNotify(client, id, next)}
          onClose={close}
        />
      )}
      {open === 'explain' && (
        <ExplainDialog
          about={{
            community: { handle: community.community_handle, name: community.name },
            channel: { id, name },
          }}
          onClose={close}
        />
      )}
      {open === 'change' && (
        <ChannelDialog
          community={community}
          channel={channel}
          onClose={close}
          onDeleted={() => {
            close();
            onDeleted();
          }}
        />
      )}
    </div>
  );
}
