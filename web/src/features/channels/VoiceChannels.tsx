import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community, Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Lock, MicOff, Settings2, Volume2 } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { voiceChannelsOptions } from '#features/channels/channels.data.ts';
import { accessReason } from '#features/channels/channels.rules.ts';
import { avatarUrls } from '#platform/media.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { lateOverlay } from '#ui/late/late.tsx';
import { Tooltip } from '#ui/tooltip/Tooltip.tsx';

const ChannelDialog = lateOverlay(
  async () => (await import('#features/channels/ChannelDialog.tsx')).default,
  'The settings',
);

/** The page's part in voice channels. */
export interface Talking {
  /** The id of the one the person is in. */
  currentId: string | undefined;
  onJoin: (channel: Channel) => void;
  /** Passes on who is muted and who is speaking in the one the person is in, by username. */
  Voices: ComponentType<{ children: (voices: Voices) => ReactNode }>;
}

type Voices = ReadonlyMap<string, { isMuted: boolean; isSpeaking: boolean }>;

interface VoiceChannelsProps {
  community: Community;
  roles: readonly Role[] | undefined;
  mayManage: boolean;
  talking: Talking;
}

interface VoiceEntryProps extends VoiceChannelsProps {
  channel: Channel;
}

interface InsideProps {
  people: NonNullable<Channel['people']>;
  /** People with their audio state, which is only known inside the channel. */
  voices?: Voices;
}

/** The people in a voice channel, below it. */
function Inside({ people, voices }: InsideProps) {
  return (
    <ul className="flex flex-col pb-1 ps-9 pe-3">
      {people.map(({ username, name, profile_path }) => {
        const { isMuted = false, isSpeaking = false } = voices?.get(username) ?? {};
        return (
          <li
            key={username}
            data-speaking={isSpeaking || undefined}
            className={cx('flex min-h-8 items-center gap-2 text-sm', isSpeaking ? 'text-text' : 'text-muted')}
          >
            <span
              className={cx('shrink-0 rounded-full outline-2', isSpeaking ? 'outline-accent' : 'outline-transparent')}
            >
              <Avatar {...avatarUrls(profile_path)} size={24} />
            </span>
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {name ?? username}
            </span>
            {isMuted && <MicOff size={14} role="img" aria-label="Muted" className="shrink-0" />}
          </li>
        );
      })}
    </ul>
  );
}

function VoiceEntry({ community, channel, roles, mayManage, talking }: VoiceEntryProps) {
  const [changing, setChanging] = useState(false);
  const { channel_id: id, name, usable, people = [] } = channel;
  const isHere = talking.currentId === id;
  const reason = accessReason(channel, roles);
  const join = (
    <button
      type="button"
      aria-disabled={!usable}
      aria-pressed={isHere}
      aria-label={`${name}, voice channel${usable ? '' : `. ${reason}`}`}
      data-step
      onClick={() => usable && !isHere && talking.onJoin(channel)}
      className={cx(
        'flex min-h-11 w-full min-w-0 items-center gap-2 rounded-control px-3 text-left focus-visible:-outline-offset-2',
        isHere ? 'font-semibold text-text' : 'text-muted',
        usable ? 'transition-colors hover:bg-raised hover:text-text' : 'cursor-not-allowed',
      )}
    >
      <Volume2 size={16} aria-hidden="true" className={cx('shrink-0', isHere && 'text-ok-text')} />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {name}
      </span>
      {!usable && <Lock size={14} aria-hidden="true" className="shrink-0" />}
    </button>
  );
  return (
    <li>
      <div className="flex items-center">
        {usable ? (
          join
        ) : (
          <Tooltip text={reason} side="right">
            {join}
          </Tooltip>
        )}
        {mayManage && (
          <IconButton label={`Settings of ${name}`} size="sm" onClick={() => setChanging(true)}>
            <Settings2 size={16} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {people.length > 0 && !isHere && <Inside people={people} />}
      {people.length > 0 && isHere && (
        <talking.Voices>{(voices) => <Inside people={people} voices={voices} />}</talking.Voices>
      )}
      {changing && (
        <ChannelDialog
          community={community}
          channel={channel}
          onClose={() => setChanging(false)}
          onDeleted={() => setChanging(false)}
        />
      )}
    </li>
  );
}

/** A community's voice channels: one press joins. Nothing if it has none. */
export function VoiceChannels(props: VoiceChannelsProps) {
  const { data: channels = [] } = useQuery(voiceChannelsOptions(props.community.community_handle));
  if (channels.length === 0) return null;
  return (
    <div className="pt-3">
      <h3 className="px-3 pb-1 font-sans font-semibold text-muted text-xs">Voice channels</h3>
      <ul aria-label="Voice channels" className="flex flex-col gap-0.5">
        {channels.map((channel) => (
          <VoiceEntry key={channel.channel_id} {...props} channel={channel} />
        ))}
      </ul>
    </div>
  );
}
