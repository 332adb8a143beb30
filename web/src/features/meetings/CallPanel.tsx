import { limits } from '@hubbub/contract/platform/limits.ts';
import { Hand, MessageSquareText, Mic, MicOff, SendHorizontal, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { CopyLink } from '#features/meetings/CopyLink.tsx';
import { DeviceChoice } from '#features/meetings/DeviceChoice.tsx';
import type { LocalMedia } from '#features/meetings/local-media.ts';
import type { MeetingMessage } from '#features/meetings/meeting.rules.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import type { TileOf } from '#features/meetings/Tile.tsx';
import { avatarUrls } from '#platform/media.ts';
import { useStore } from '#platform/store.ts';
import { exactTime, timeOfDay } from '#platform/time.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { toast } from '#ui/toast/toasts.ts';

export type PanelName = 'chat' | 'people' | 'devices';

/** Next to the tiles on wide screens, over them on phones. */
function Panel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      // The focus was in the panel, which is gone.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <section
      aria-label={title}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="absolute inset-x-2 top-2 bottom-2 z-10 flex flex-col rounded-card border border-line bg-surface md:static md:w-[340px] md:shrink-0"
    >
      <header className="flex min-h-14 items-center justify-between border-line border-b pr-1.5 pl-4">
        <h2 ref={heading} tabIndex={-1} data-quiet-focus="" className="font-semibold text-lg">
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </header>
      {children}
    </section>
  );
}

interface PeoplePanelProps {
  /** Undefined: nobody joins by a link. */
  room: string | undefined;
  tiles: readonly TileOf[];
  /** Turns off someone else's microphone; undefined: the person isn't the host. */
  onMute: ((peerId: string) => void) | undefined;
  onClose: () => void;
}

/** The people in the meeting, and its invitation link, if it has one. */
function PeoplePanel({ room, tiles, onMute, onClose }: PeoplePanelProps) {
  return (
    <Panel title={`People (${tiles.length})`} onClose={onClose}>
      <div className="flex flex-col gap-4 overflow-y-auto p-4">
        {room !== undefined && <CopyLink room={room} />}
        <ul aria-label="People" className="flex flex-col gap-1">
          {tiles.map(({ id, name, profilePath, isOwn, isMuted, hasHandUp }) => (
            <li key={id} className="flex min-h-12 items-center gap-3">
              <Avatar {...avatarUrls(profilePath)} size={36} />
              <span className="min-w-0 flex-1 truncate">
                {name}
                {isOwn && <span className="text-muted"> (you)</span>}
              </span>
              {hasHandUp && <Hand size={18} role="img" aria-label="Hand raised" className="text-accent-text" />}
              {!isMuted && !isOwn && onMute !== undefined && (
                <IconButton label={`Mute ${name}`} size="sm" onClick={() => onMute(id)}>
                  <MicOff size={18} aria-hidden="true" />
                </IconButton>
              )}
              {isMuted ? (
                <MicOff size={18} role="img" aria-label="Muted" className="text-muted" />
              ) : (
                <Mic size={18} role="img" aria-label="Microphone on" />
              )}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

/** Device selection. */
function DevicesPanel({ media, onClose }: { media: LocalMedia; onClose: () => void }) {
  return (
    <Panel title="Devices" onClose={onClose}>
      <div className="p-4">
        <DeviceChoice media={media} stacked />
      </div>
    </Panel>
  );
}

interface ChatPanelProps {
  messages: readonly MeetingMessage[];
  ownId: string | undefined;
  /** Resolves to an error message, or null. */
  onSay: (text: string) => Promise<string | null>;
  onClose: () => void;
}

/** The meeting's chat. Messages go to the people who are present and aren't stored anywhere. */
function ChatPanel({ messages, ownId, onSay, onClose }: ChatPanelProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is what the effect is for
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [messages.length]);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    setText('');
    const wrong = await onSay(text);
    setError(wrong);
    if (wrong !== null) setText((typed) => (typed === '' ? text : typed));
  };
  return (
    <Panel title="Chat" onClose={onClose}>
      <ol
        ref={list}
        aria-label="Messages"
        aria-live="polite"
        className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4"
      >
        {messages.length === 0 && (
          <li>
            <EmptyState icon={MessageSquareText} title="No messages yet">
              Everyone in the meeting sees what you write. It's gone when the meeting ends.
            </EmptyState>
          </li>
        )}
        {messages.map(({ id, from, user, text: said, at }) => (
          <li key={id} className="flex flex-col">
            <p className="flex items-baseline gap-2 text-sm">
              <span className="truncate font-semibold">{from === ownId ? 'You' : (user.name ?? user.username)}</span>
              <time dateTime={at} title={exactTime(at)} className="shrink-0 text-muted text-xs tabular">
                {timeOfDay(at)}
              </time>
            </p>
            <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {said}
            </p>
          </li>
        ))}
      </ol>
      {error !== null && (
        <p role="alert" className="px-4 pb-2 text-danger-text text-sm">
          {error}
        </p>
      )}
      <form onSubmit={(event) => void onSubmit(event)} className="flex items-center gap-1 border-line border-t p-2">
        <input
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={limits.meeting.text}
          placeholder="Message everyone"
          aria-label="Message to everyone"
          enterKeyHint="send"
          autoComplete="off"
          className="h-11 min-w-0 flex-1 rounded-control border border-line-strong bg-raised px-3"
        />
        <IconButton label="Send" type="submit" disabled={text.trim() === ''}>
          <SendHorizontal size={20} aria-hidden="true" />
        </IconButton>
      </form>
    </Panel>
  );
}

interface OpenPanelProps extends Pick<PeoplePanelProps, 'room' | 'tiles' | 'onClose'> {
  panel: PanelName;
  meeting: Meeting;
  media: LocalMedia;
  /** The person may mute others. */
  isHost: boolean;
}

/** The panel that's open beside a meeting. */
export function OpenPanel({ panel, room, tiles, meeting, media, isHost, onClose }: OpenPanelProps) {
  const { messages, ownId } = useStore(meeting);
  const mute = async (peerId: string) => {
    const wrong = await meeting.mute(peerId);
    if (wrong !== null) toast.error(wrong);
  };
  if (panel === 'chat') return <ChatPanel messages={messages} ownId={ownId} onSay={meeting.say} onClose={onClose} />;
  if (panel === 'devices') return <DevicesPanel media={media} onClose={onClose} />;
  const onMute = isHost ? (peerId: string) => void mute(peerId) : undefined;
  return <PeoplePanel room={room} tiles={tiles} onMute={onMute} onClose={onClose} />;
}
