import { Hand, MicOff, MonitorUp } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Reaction } from '#features/meetings/meeting.rules.ts';
import { TrackVideo } from '#features/meetings/TrackVideo.tsx';
import { avatarUrls } from '#platform/media.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { cx } from '#ui/cx.ts';

/** One person in the call, as a tile. */
export interface TileOf {
  id: string;
  name: string;
  profilePath: string;
  /** Undefined: the camera is off. */
  stream: MediaStream | undefined;
  isOwn: boolean;
  isMuted: boolean;
  isScreen: boolean;
  isSpeaking: boolean;
  hasHandUp: boolean;
  /** The emoji that float over them now. */
  reactions: readonly Reaction[];
  /** Text shown while there's no picture, such as "Connecting". */
  status: string | undefined;
}

interface TileProps {
  tile: TileOf;
  style?: CSSProperties;
  className?: string;
  /** Size in pixels of the profile picture when the camera is off. */
  avatarSize?: number;
}

/** One person in a meeting: video or profile picture, name, and whether they're muted or speaking. */
export function Tile({ tile, style, className, avatarSize = 96 }: TileProps) {
  const { name, profilePath, stream, isOwn, isMuted, isScreen, isSpeaking, hasHandUp, reactions, status } = tile;
  const states = [
    isOwn && 'you',
    isMuted && 'muted',
    isScreen && 'is sharing their screen',
    hasHandUp && 'hand raised',
    stream === undefined && 'camera off',
  ];
  return (
    <li
      style={style}
      data-speaking={isSpeaking || undefined}
      className={cx('relative overflow-hidden rounded-card bg-raised ring-1 ring-line ring-inset', className)}
      aria-label={[name, ...states.filter(Boolean)].join(', ')}
    >
      {!(isScreen && stream !== undefined && status === undefined) && (
        <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 p-4 text-center">
          <Avatar {...avatarUrls(profilePath)} size={avatarSize} eager />
          {status !== undefined && <p className="text-pretty text-sm">{status}</p>}
        </div>
      )}
      {/* Transparent until its first frame arrives, so the profile picture shows through. */}
      {stream !== undefined && status === undefined && (
        <TrackVideo stream={stream} mirrored={isOwn && !isScreen} whole={isScreen} />
      )}
      <p
        aria-hidden="true"
        className="absolute bottom-2 left-2 flex max-w-[calc(100%-1rem)] items-center gap-1.5 rounded-full bg-black/65 px-2.5 py-1 text-sm text-white"
      >
        {isMuted && <MicOff size={14} className="shrink-0" />}
        {isScreen && <MonitorUp size={14} className="shrink-0" />}
        <span className="truncate">{isOwn ? 'You' : name}</span>
      </p>
      {hasHandUp && (
        <span
          aria-hidden="true"
          className="absolute top-2 right-2 inline-flex size-9 animate-rise items-center justify-center rounded-full bg-accent text-accent-ink"
        >
          <Hand size={18} />
        </span>
      )}
      {reactions.map(({ id, emoji }, index) => (
        <span
          key={id}
          aria-hidden="true"
          className={cx(
            'pointer-events-none absolute bottom-10 animate-float text-4xl leading-none',
            ['left-1/4', 'left-1/2', 'left-2/3'][index % 3],
          )}
        >
          {emoji}
        </span>
      ))}
      <span
        aria-hidden="true"
        className={cx(
          'pointer-events-none absolute inset-0 rounded-card border-3 transition-opacity',
          isSpeaking ? 'border-accent opacity-100' : 'border-line opacity-0',
        )}
      />
    </li>
  );
}
