import type {
  MeetingMedia,
  MeetingPeer,
  MeetingServerEvents,
} from '@hubbub/contract/features/meetings/meetings.events.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { LocalMedia } from '#features/meetings/local-media.ts';
import { createPeerLink, type LinkState, type PeerLink, type Sent, type Signal } from '#features/meetings/peer-link.ts';
import { connection, onConnectionChange, onServerEvent, openSocket, request } from '#platform/socket.ts';

export type MeetingMessage = Parameters<MeetingServerEvents['meetingSaid']>[0] & { id: string };

/** Somebody else in the room. */
export interface RemotePeer extends MeetingPeer {
  stream: MediaStream;
  link: LinkState;
}

/** Something that happened, to be said once. */
export interface Notice {
  id: string;
  text: string;
  /** Who came or went: it is said as long as it is so. */
  about?: { username: string; isHere: boolean };
}

export interface MeetingState {
  phase: 'entering' | 'inside' | 'refused' | 'left';
  /** Why it was refused. */
  refusal: string | undefined;
  /** The line to the server is lost; pictures and sound go on as long as they can. */
  isOffline: boolean;
  ownId: string | undefined;
  peers: readonly RemotePeer[];
  /** Somebody else is here, or was. */
  hasMet: boolean;
  messages: readonly MeetingMessage[];
  notice: Notice | undefined;
}

export interface Meeting {
  state(): MeetingState;
  subscribe(listener: () => void): () => void;
  enter(): void;
  /** How loud each of the others is now, by id, 0 to 1. */
  levels(): Map<string, number>;
  /** @returns what went wrong, or null */
  say(text: string): Promise<string | null>;
  leave(): void;
}

interface Known extends MeetingPeer {
  link: PeerLink;
}

/** Milliseconds that the connection to somebody who left is kept: a page that was only slow comes back and finds it. */
const rest = 15_000;

/** Milliseconds that the news of somebody who came in may take longer than their first signal. */
const newsTimeout = 500;

const nothing: Sent = { audio: undefined, video: undefined, isScreen: false, receivers: 1 };

const nameOf = ({ user }: MeetingPeer) => user.name ?? user.username;

/** Opens the line to the server before it is needed. */
export const openLine = openSocket;

/** One stay in a room: who is there, the connections to them, and what is said. */
export function createMeeting(options: { room: string; media: LocalMedia; iceServers: RTCIceServer[] }): Meeting {
  const { room, media, iceServers } = options;
  const key = crypto.randomUUID();
  const name = new MediaStream();
  const peers = new Map<string, Known>();
  /** Connections of those who left, by id, and what ends them. */
  const resting = new Map<string, { link: PeerLink; timer: number }>();
  const listeners = new Set<() => void>();
  const stops: (() => void)[] = [];
  let told: MeetingMedia | undefined;
  let sending = Promise.resolve();
  let current: MeetingState = {
    phase: 'entering',
    refusal: undefined,
    isOffline: false,
    ownId: undefined,
    peers: [],
    hasMet: false,
    messages: [],
    notice: undefined,
  };

  const change = (next: Partial<MeetingState>) => {
    current = { ...current, ...next };
    for (const listener of listeners) listener();
  };

  const showPeers = (next: Partial<MeetingState> = {}) => {
    const { notice: said, hasMet } = { ...current, ...next };
    const shown = [...peers.values()].map(({ link, ...peer }) => ({
      ...peer,
      stream: link.stream,
      link: link.state(),
    }));
    // Somebody may be here twice, or come back.
    const isHere = shown.some(({ user }) => user.username === said?.about?.username);
    const isSo = said?.about === undefined || said.about.isHere === isHere;
    change({ ...next, peers: shown, hasMet: hasMet || shown.length > 0, notice: isSo ? said : undefined });
  };

  const notice = (text: string): Notice => ({ id: crypto.randomUUID(), text });
  const moved = (peer: MeetingPeer, isHere: boolean): Notice => ({
    ...notice(`${nameOf(peer)} ${isHere ? 'joined' : 'left'}`),
    about: { username: peer.user.username, isHere },
  });

  const ownMedia = (): MeetingMedia => {
    const { audioOn, videoOn, screen } = media.state();
    return { audio: audioOn, video: videoOn || screen !== undefined, screen: screen !== undefined };
  };

  const sent = (): Sent => {
    const { microphone, camera, screen } = media.state();
    return { audio: microphone, video: screen ?? camera, isScreen: screen !== undefined, receivers: peers.size };
  };

  /** One after the other: the server handles them side by side, and a candidate must not arrive before its offer. */
  const signal = (to: string, { description, candidate }: Signal) => {
    sending = sending.then(async () => {
      if (!peers.has(to)) return;
      await request('meetingSignal', { key, to, ...(description && { description }), ...(candidate && { candidate }) });
    });
  };

  const connect = (peer: MeetingPeer, begins: boolean) => {
    peers.get(peer.peer_id)?.link.close();
    const link = createPeerLink({
      iceServers,
      begins,
      polite: (current.ownId ?? '') < peer.peer_id,
      name,
      sent: { ...sent(), receivers: peers.size + 1 },
      signal: (given) => signal(peer.peer_id, given),
      onChange: () => peers.get(peer.peer_id)?.link === link && showPeers(),
    });
    peers.set(peer.peer_id, { ...peer, link });
    return link;
  };

  const resend = () => {
    for (const { link } of peers.values()) link.send(sent());
  };

  const endRest = (peerId: string): PeerLink | undefined => {
    const found = resting.get(peerId);
    window.clearTimeout(found?.timer);
    resting.delete(peerId);
    return found?.link;
  };

  /** Somebody is not in the room: nothing of this page goes there any more. */
  const drop = (peerId: string): Known | undefined => {
    const peer = peers.get(peerId);
    if (peer === undefined) return undefined;
    peers.delete(peerId);
    peer.link.send(nothing);
    const timer = window.setTimeout(() => endRest(peerId)?.close(), rest);
    resting.set(peerId, { link: peer.link, timer });
    return peer;
  };

  /** Somebody is in the room: with the connection of before if there is one that holds. */
  const meet = (peer: MeetingPeer, begins: boolean) => {
    const link = endRest(peer.peer_id);
    if (link !== undefined && (link.state() === 'connected' || link.state() === 'interrupted')) {
      peers.set(peer.peer_id, { ...peer, link });
      return;
    }
    link?.close();
    connect(peer, begins);
  };

  const join = async () => {
    told = ownMedia();
    const answer = await request('meetingJoin', { room, key, media: told });
    if (current.phase === 'left' || !('error' in answer)) return;
    if (connection() !== 'online') return;
    if (current.phase !== 'entering') {
      change({ notice: notice(answer.error) });
      return;
    }
    // This stay ends before it began; whoever tries again begins another.
    for (const stop of stops) stop();
    change({ phase: 'refused', refusal: answer.error });
  };

  let resyncTimer: number | undefined;
  /** Somebody who isn't known here speaks: unless the news of them arrives in a moment, the server is asked who is in the room. */
  const resync = (peerId: string) => {
    if (resyncTimer !== undefined) return;
    resyncTimer = window.setTimeout(() => {
      resyncTimer = undefined;
      if (current.phase === 'inside' && connection() === 'online' && !peers.has(peerId)) void join();
    }, newsTimeout);
  };

  const onEntered: MeetingServerEvents['meetingEntered'] = ({ room: entered, peer_id, peers: there }) => {
    if (entered !== room || current.phase === 'left') return;
    if (peer_id !== current.ownId) for (const id of [...peers.keys()]) drop(id);
    change({ ownId: peer_id, phase: 'inside', isOffline: false });
    const ids = new Set(there.map((peer) => peer.peer_id));
    for (const id of [...peers.keys()]) if (!ids.has(id)) drop(id);
    for (const peer of there) {
      const known = peers.get(peer.peer_id);
      // The others may have let go of a connection that was being made: nobody else would begin it again.
      const holds = known?.link.state() === 'connected' || known?.link.state() === 'interrupted';
      if (known === undefined) meet(peer, true);
      else if (holds) known.media = peer.media;
      else connect(peer, true);
    }
    resend();
    showPeers();
    tellMedia();
  };

  const onJoined: MeetingServerEvents['meetingPeerJoined'] = (peer) => {
    if (peers.has(peer.peer_id)) return;
    meet(peer, false);
    resend();
    showPeers({ notice: moved(peer, true) });
  };

  const onLeft: MeetingServerEvents['meetingPeerLeft'] = ({ peer_id }) => {
    const peer = drop(peer_id);
    if (peer === undefined) return;
    resend();
    showPeers({ notice: moved(peer, false) });
  };

  const onSignaled: MeetingServerEvents['meetingSignaled'] = ({ from, description, candidate }) => {
    const peer = peers.get(from);
    if (peer === undefined) return resync(from);
    const isFirst = description?.type === 'offer' && peer.link.state() === 'connecting';
    // Both began at once, before anything was agreed: whoever gives way begins anew with what the other offers.
    const link = isFirst && peer.link.begins && peer.link.polite ? connect(peer, false) : peer.link;
    const given = { ...(description && { description }), ...(candidate && { candidate }) };
    void link.receive(given).then((isTaken) => {
      // The other side has begun anew.
      const isOther = !isTaken && description?.type === 'offer' && peers.get(from)?.link === link;
      if (isOther) void connect(peer, false).receive(given);
    });
  };

  function tellMedia(): void {
    const now = ownMedia();
    const isKnown =
      told !== undefined && now.audio === told.audio && now.video === told.video && now.screen === told.screen;
    if (isKnown || current.phase !== 'inside') return;
    told = now;
    void request('meetingChange', { key, media: now });
  }

  const onMedia = () => {
    resend();
    tellMedia();
  };

  const onConnection = () => {
    const isOnline = connection() === 'online';
    change({ isOffline: !isOnline && current.phase === 'inside' });
    if (isOnline) void join();
  };

  const leave = () => {
    if (current.phase === 'left') return;
    for (const stop of stops) stop();
    window.clearTimeout(resyncTimer);
    void request('meetingLeave', { key });
    for (const id of [...peers.keys()]) drop(id);
    for (const id of [...resting.keys()]) endRest(id)?.close();
    showPeers({ phase: 'left' });
  };

  return {
    state: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    enter() {
      stops.push(
        onServerEvent('meetingEntered', onEntered),
        onServerEvent('meetingPeerJoined', onJoined),
        onServerEvent('meetingPeerLeft', onLeft),
        onServerEvent('meetingSignaled', onSignaled),
        onServerEvent('meetingPeerChanged', ({ peer_id, media: next }) => {
          const peer = peers.get(peer_id);
          if (peer === undefined) return resync(peer_id);
          peers.set(peer_id, { ...peer, media: next });
          showPeers();
        }),
        onServerEvent('meetingSaid', (message) => {
          const messages = [...current.messages, { ...message, id: crypto.randomUUID() }];
          change({ messages: messages.slice(-limits.meeting.messages) });
        }),
        onServerEvent('meetingBeatWanted', () => void request('meetingBeat', { key })),
        // The server has not heard of this page for too long: it comes in again.
        onServerEvent('meetingClosed', ({ peer_id }) => peer_id === current.ownId && void join()),
        onConnectionChange(onConnection),
        media.subscribe(onMedia),
      );
      window.addEventListener('pagehide', leave);
      stops.push(() => window.removeEventListener('pagehide', leave));
      openSocket();
      if (connection() === 'online') void join();
    },
    levels: () => new Map([...peers].map(([id, { link }]) => [id, link.level()])),
    async say(text) {
      const answer = await request('meetingSay', { key, text });
      return 'error' in answer ? answer.error : null;
    },
    leave,
  };
}
