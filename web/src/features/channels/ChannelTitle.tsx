import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellOff, Hash, Settings2, ShieldCheck } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { applyNotify, channelRoom } from '#features/channels/channels.data.ts';
import { permissionsOptions } from '#features/communities/public.ts';
import { PinsButton, RoomNotifyDialog, RoomSearchButton } from '#features/messages/public.ts';
import { useCurrentUser } from '#platform/session.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { lateOverlay } from '#ui/late/late.tsx';

const ChannelDialog = lateOverlay(
  async () => (await import('#features/channels/ChannelDialog.tsx')).default,
  'The form',
);

interface ChannelTitleProps {
  /** Asks why somebody can't use the channel; the app brings it, because moderation comes later. */
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
  const [changing, setChanging] = useState(false);
  const [asking, setAsking] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const client = useQueryClient();
  const { channel_id: id, name, notify, topic } = channel;
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
      {channel.usable && <PinsButton room={channelRoom(id)} />}
      {channel.usable && (
        <IconButton label={`Notifications for # ${name}`} onClick={() => setChoosing(true)}>
          {notify === 'none' ? <BellOff size={18} aria-hidden="true" /> : <Bell size={18} aria-hidden="true" />}
        </IconButton>
      )}
      {permissions.includes('channel:create') && (
        <IconButton label={`Change # ${name}`} onClick={() => setChanging(true)}>
          <Settings2 size={18} aria-hidden="true" />
        </IconButton>
      )}
      {(siteRole !== null || permissions.includes('community:edit')) && (
        <IconButton label={`Why can't someone use # ${name}?`} onClick={() => setAsking(true)}>
          <ShieldCheck size={18} aria-hidden="true" />
        </IconButton>
      )}
      {choosing && (
        <RoomNotifyDialog
          roomId={id}
          name={`# ${name}`}
          notify={notify}
          onSaved={(next) => applyNotify(client, id, next)}
          onClose={() => setChoosing(false)}
        />
      )}
      {asking && (
        <ExplainDialog
          about={{
            community: { handle: community.community_handle, name: community.name },
            channel: { id, name },
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {changing && (
        <ChannelDialog
          community={community}
          channel={channel}
          onClose={() => setChanging(false)}
          onDeleted={() => {
            setChanging(false);
            onDeleted();
          }}
        />
      )}
    </div>
  );
}
