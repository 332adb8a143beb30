import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { LateNewChannelDialog } from '#features/channels/late-new-channel.ts';
import { permissionsOptions } from '#features/communities/public.ts';
import { Button } from '#ui/button/Button.tsx';

interface FirstChannelProps {
  community: Community;
  hasVoice: boolean;
  /** Receives the channel unless it's a voice channel. */
  onCreated: (channel: Channel) => void;
}

/** Creates the first channel of a community that has none. Nothing for people who may not. */
export function FirstChannel({ community, hasVoice, onCreated }: FirstChannelProps) {
  const { data: permissions = [] } = useQuery(permissionsOptions(community.community_handle));
  const [creating, setCreating] = useState(false);
  if (!permissions.includes('channel:create')) return null;
  return (
    <>
      <Button onClick={() => setCreating(true)}>
        <Plus size={18} aria-hidden="true" />
        Create the first channel
      </Button>
      {creating && (
        <LateNewChannelDialog
          community={community}
          hasVoice={hasVoice}
          onClose={() => setCreating(false)}
          onCreated={(channel) => {
            setCreating(false);
            if (channel.kind !== 'voice') onCreated(channel);
          }}
        />
      )}
    </>
  );
}
