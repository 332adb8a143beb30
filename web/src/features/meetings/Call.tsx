import { Minimize2, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import { Controls } from '#features/meetings/CallControls.tsx';
import type { PanelName } from '#features/meetings/CallPanel.tsx';
import { CopyLink } from '#features/meetings/CopyLink.tsx';
import { FaultList } from '#features/meetings/FaultList.tsx';
import { type Fault, panelFault, routeFault } from '#features/meetings/faults.rules.ts';
import type { LocalMedia, LocalMediaState } from '#features/meetings/local-media.ts';
import type { Notice, Reaction } from '#features/meetings/meeting.rules.ts';
import type { Meeting, MeetingState, RemotePeer } from '#features/meetings/meeting.ts';
import { usePicture } from '#features/meetings/picture.ts';
import type { TileOf } from '#features/meetings/Tile.tsx';
import { TileGrid } from '#features/meetings/TileGrid.tsx';
import { useFloating } from '#features/meetings/use-floating.ts';
import { useSpeaking } from '#features/meetings/use-speaking.ts';
import { useTrackStream } from '#features/meetings/use-track-stream.ts';
import { useMediaQuery } from '#platform/media-query.ts';
import { useCurrentUser } from '#platform/session.ts';
import { useStore } from '#platform/store.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { late } from '#ui/late/late.tsx';
import { useLayer } from '#ui/layer/layers.ts';

// Locale-aware time formatting can wait until the meeting's first screen is drawn.
const CallClock = late(async () => (await import('#features/meetings/CallClock.tsx')).default, {
  name: 'The clock',
  failed: () => null,
});

/** The side panels are loaded when one is first opened. */
const loadPanels = () => import('#features/meetings/CallPanel.tsx');
type Panels = Awaited<ReturnType<typeof loadPanels>>;

const ownTile = 'own';

const nameOf = ({ user }: RemotePeer) => user.name ?? user.username;

const statusTexts: Partial<Record<RemotePeer['link'], string>> = {
  connecting: 'Connecting',
  interrupted: 'Connection interrupted. Reconnecting…',
  failed: "Couldn't connect to this person.",
};

function remoteTile(peer: RemotePeer, speaking: ReadonlySet<string>, floating: readonly Reaction[]): TileOf {
  const { peer_id, user, media, stream, link } = peer;
  return {
    id: peer_id,
    name: nameOf(peer),
    profilePath: user.profile_path,
    stream: media.video ? stream : undefined,
    isOwn: false,
    isMuted: !media.audio,
    isScreen: media.screen,
    isSpeaking: media.audio && speaking.has(peer_id),
    hasHandUp: peer.hand === true,
    reactions: floating.filter(({ peerId }) => peerId === peer_id),
    status: statusTexts[link],
  };
}

/** The tiles for the person and everyone else. */
function useTiles(state: MeetingState, media: LocalMediaState, levels: () => Map<string, number>, hide: boolean) {
  const user = useCurrentUser();
  const { audioOn, camera, screen, microphone } = media;
  const speaking = useSpeaking(levels, ownTile, audioOn ? microphone : undefined);
  const floating = useFloating(state.reactions);
  const own: TileOf = {
    id: ownTile,
    name: user.name ?? user.username,
    profilePath: user.profile_path,
    stream: useTrackStream(screen ?? camera),
    isOwn: true,
    isMuted: !audioOn,
    isScreen: screen !== undefined,
    isSpeaking: audioOn && speaking.has(ownTile),
    hasHandUp: state.hand,
    reactions: floating.filter(({ peerId }) => peerId === undefined),
    status: undefined,
  };
  const others = state.peers.map((peer) => remoteTile(peer, speaking, floating));
  const all = [own, ...others];
  const [newest] = floating.slice(-1);
  const reacted = newest && all.find(({ reactions }) => reactions.includes(newest));
  return {
    all,
    shown: hide && others.length > 0 ? others : all,
    /** Told to screen readers. */
    reaction: newest && reacted && !reacted.isOwn ? `${reacted.name} reacted with ${newest.emoji}` : '',
    isHost: state.host === user.username,
  };
}

/** Milliseconds for which a notice about who joined or left shows. */
const noticeTime = 4_000;

/** A notice while it's fresh. */
function useFresh(notice: Notice | undefined): Notice | undefined {
  const [stale, setStale] = useState<string>();
  const id = notice?.id;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => setStale(id), noticeTime);
    return () => clearTimeout(timer);
  }, [id]);
  return id === stale ? undefined : notice;
}

interface NoticesProps {
  room: string;
  title: string | undefined;
  state: MeetingState;
  /** Announces who joins and leaves. */
  notify: boolean;
  /** Somebody else's newest reaction, for screen readers. */
  reaction: string;
}

/** The notices above the pictures. */
function Notices({ room, title, state, notify, reaction }: NoticesProps) {
  const notice = useFresh(state.notice);
  return (
    <>
      {state.isOffline && (
        <p
          role="status"
          data-connection-notice
          className="flex items-center gap-2 self-center rounded-full border border-line bg-surface px-4 py-2 text-sm shadow-float"
        >
          <WifiOff size={16} aria-hidden="true" /> Connection lost. Reconnecting…
        </p>
      )}
      {state.peers.length === 0 && title !== undefined && (
        <p
          role="status"
          className="self-center rounded-full border border-line bg-surface px-4 py-2 text-center text-sm shadow-float"
        >
          {state.hasMet ? "You're the only one here." : `Calling ${title}…`}
        </p>
      )}
      {state.peers.length === 0 && title === undefined && (
        <div className="flex flex-wrap items-center justify-center gap-3 self-center rounded-card border border-line bg-surface py-2 pr-2 pl-4 text-sm shadow-float">
          You're the {state.hasMet ? 'only one' : 'first one'} here. <CopyLink room={room} />
        </div>
      )}
      <p role="status" className="sr-only">
        {reaction}
      </p>
      <p role="status" className="pointer-events-none flex justify-center">
        {notify && notice !== undefined && (
          <span className="animate-rise rounded-2xl bg-black/65 px-4 py-1.5 text-center text-sm text-white">
            {notice.text}
          </span>
        )}
      </p>
    </>
  );
}

function GoOnReading({ path }: { path: string }) {
  return (
    <span className="absolute top-2 left-2 z-1">
      <IconButton label="Go on reading" tone="overlay" tooltipSide="right" asChild>
        <Link to={path}>
          <Minimize2 size={18} aria-hidden="true" />
        </Link>
      </IconButton>
    </span>
  );
}

/** The same pictures, in a window above all others. */
function Picture({ opened, tiles }: { opened: Window; tiles: readonly TileOf[] }) {
  const grid = (
    <div className="h-dvh bg-bg p-1 text-text">
      <TileGrid tiles={tiles} />
    </div>
  );
  return createPortal(grid, opened.document.body);
}

interface CallProps {
  room: string;
  /** Who the call is with; undefined for a meeting, which people can also join by its link. */
  title?: string | undefined;
  /** Where the page leads if the call continues without it. */
  path?: string;
  meeting: Meeting;
  media: LocalMedia;
  hide: boolean;
  notify: boolean;
  /** A relay server is available if there's no direct route. */
  hasRelay: boolean;
  onLeave: () => void;
}

/** The open panel, which covers the meeting on a phone. */
function useOpenPanel() {
  const [panel, setPanel] = useState<PanelName>();
  const covers = !useMediaQuery('(min-width: 768px)');
  useLayer(covers && panel !== undefined, () => setPanel(undefined));
  return [panel, setPanel] as const;
}

/** The meeting itself. */
export function Call({ room, title, path, meeting, media, hide, notify, hasRelay, onLeave }: CallProps) {
  const state = useStore(meeting);
  const local = useStore(media);
  const [panel, setPanel] = useOpenPanel();
  const picture = usePicture();
  const [read, setRead] = useState(0);
  const [panels, setPanels] = useState<Panels>();
  const [otherFault, setOtherFault] = useState<Fault | null>(null);
  const { all, shown, reaction, isHost } = useTiles(state, local, meeting.levels, hide);

  useEffect(() => {
    if (panel === 'chat') setRead(state.messages.length);
  }, [panel, state.messages.length]);

  const toggle = async (which: PanelName) => {
    setPanel((open) => (open === which ? undefined : which));
    try {
      setPanels(panels ?? (await loadPanels()));
      setOtherFault(null);
    } catch {
      setPanel(undefined);
      setOtherFault(panelFault);
    }
  };
  const share = async () => {
    if (media.state().screen === undefined) setOtherFault(await media.shareScreen());
    else media.stopScreen();
  };
  const failed = state.peers.find(({ link }) => link === 'failed');
  const faults = [
    ...Object.values(local.faults),
    ...(otherFault === null ? [] : [otherFault]),
    ...(failed === undefined ? [] : [routeFault(nameOf(failed), hasRelay)]),
  ];

  return (
    <div className="flex size-full flex-col bg-bg">
      <h1 className="sr-only">{title === undefined ? `Meeting ${room}` : `Call with ${title}`}</h1>
      <div className="relative flex min-h-0 flex-1 gap-2 p-2 md:p-3">
        <div className="relative min-w-0 flex-1">
          <TileGrid tiles={shown} />
          {picture?.opened !== undefined && <Picture opened={picture.opened} tiles={shown} />}
          {path !== undefined && <GoOnReading path={path} />}
          <div className="pointer-events-none absolute inset-x-0 top-14 mx-auto flex max-w-lg flex-col gap-2 px-3 *:pointer-events-auto md:top-3">
            <Notices room={room} title={title} state={state} notify={notify} reaction={reaction} />
            <FaultList faults={faults} onRetry={media.retry} onDismiss={media.dismiss} />
          </div>
        </div>
        {panel !== undefined && panels !== undefined && (
          <panels.OpenPanel
            panel={panel}
            room={title === undefined ? room : undefined}
            tiles={all}
            meeting={meeting}
            media={media}
            isHost={isHost}
            onClose={() => setPanel(undefined)}
          />
        )}
      </div>
      <div className="grid grid-cols-1 items-center px-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:grid-cols-[1fr_auto_1fr] md:px-5 md:pb-4">
        <p className="hidden truncate text-sm md:block">
          <CallClock />
          <span className="text-muted">{title ?? room}</span>
        </p>
        <Controls
          meeting={meeting}
          media={media}
          panel={panel}
          hasUnread={state.messages.length > read && panel !== 'chat'}
          onPanel={(which) => void toggle(which)}
          onShare={() => void share()}
          onLeave={onLeave}
          picture={picture && { isOpen: picture.opened !== undefined, toggle: () => void picture.toggle() }}
        />
      </div>
    </div>
  );
}
