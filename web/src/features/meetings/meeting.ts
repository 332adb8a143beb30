import type { MeetingMedia, MeetingPeer, MeetingSignal } from '@hubbub/contract/features/meetings/meetings.events.ts';
import type { LocalMedia } from '#features/meetings/local-media.ts';
import {
  initialMeeting,
  type Link,
  linkState,
  linksOf,
  type MeetingEvent,
  type MeetingFlow,
  type MeetingMessage,
  type MeetingTask,
  meetingReducer,
  type Notice,
  peerOf,
  type Reaction,
} from '#features/meetings/meeting.rules.ts';
import { createPeerLink, type LinkState, type PeerLink, type Sent } from '#features/meetings/peer-link.ts';
import { newId } from '#platform/ids.ts';
import { createListeners } from '#platform/listeners.ts';
import { connection, onConnectionChange, onServerEvent, openSocket, request } from '#platform/socket.ts';
import { createTaskRunner, startTimer } from '#platform/task-runner.ts';

/** Another person in the room. */
export interface RemotePeer extends MeetingPeer {
  stream: MediaStream;
  link: LinkState;
}

export interface MeetingState {
  phase: MeetingFlow['phase'];
  /** Why joining was refused. */
  refusal: string | undefined;
  /** The server connection is lost; video and sound continue as long as they can. */
  isOffline: boolean;
  ownId: string | undefined;
  peers: readonly RemotePeer[];
  /** Someone else is here, or was. */
  hasMet: boolean;
  messages: readonly MeetingMessage[];
  notice: Notice | undefined;
  /** The person's own. */
  hand: boolean;
  reactions: readonly Reaction[];
  /** The username of the host, who may mute others. */
  host: string | undefined;
}

export interface Meeting {
  state(): MeetingState;
  subscribe(listener: () => void): () => void;
  enter(): void;
  /** How loud each of the others is right now, by id, 0 to 1. */
  levels(): Map<string, number>;
  /** @returns an error message, or null */
  say(text: string): Promise<string | null>;
  raiseHand(raised: boolean): void;
  /** @returns an error message, or null */
  react(emoji: string): Promise<string | null>;
  /** Turns off someone else's microphone, which the host may. @returns an error message, or null */
  mute(peerId: string): Promise<string | null>;
  leave(): void;
}

/** Milliseconds to keep the connection to someone who left. */
const restTime = 15_000;
/** Milliseconds by which someone's join event may arrive later than their first signal. */
const awaitJoinTimeout = 500;

const nothing: Sent = { audio: undefined, video: undefined, isScreen: false, receivers: 1 };

const isSameSent = (a: Sent | undefined, b: Sent) =>
  a?.audio === b.audio && a?.video === b.video && a?.isScreen === b.isScreen && a?.receivers === b.receivers;

/** The parts of a flow that are shown. */
const shown = [
  ...(['phase', 'isOnline', 'ownId', 'peers', 'linkStates', 'messages', 'notice'] as const),
  ...(['hand', 'reactions', 'host'] as const),
];

/** Opens the server connection before it's needed. */
export const openLine = openSocket;

function mediaOf(media: LocalMedia): MeetingMedia {
  const { audioOn, videoOn, screen } = media.state();
  return { audio: audioOn, video: videoOn || screen !== undefined, screen: screen !== undefined };
}

function sentTo(media: LocalMedia, receivers: number): Sent {
  const { microphone, camera, screen } = media.state();
  return { audio: microphone, video: screen ?? camera, isScreen: screen !== undefined, receivers };
}

interface LinkOptions {
  media: LocalMedia;
  iceServers: RTCIceServer[];
  /** What a new connection counts as. */
  stateOf: (link: Link) => LinkState;
  signal: (link: Link, given: MeetingSignal) => void;
  onChange: (link: Link, state: LinkState) => void;
  onStuck: (link: Link) => void;
}

/** A flow's connections: opened, updated, and closed as the flow says. */
function createLinks({ media, iceServers, stateOf, signal, onChange, onStuck }: LinkOptions) {
  const name = new MediaStream();
  const open = new Map<Link, { peer: PeerLink; sent: Sent }>();
  let receivers = 0;

  const run = createTaskRunner<Link>((link) => {
    const sent = sentTo(media, receivers);
    const peer = createPeerLink({
      iceServers,
      isInitiator: link.isInitiator,
      polite: link.polite,
      name,
      sent,
      state: stateOf(link),
      signal: (given) => signal(link, given),
      onChange: () => onChange(link, peer.state()),
      onStuck: () => onStuck(link),
    });
    open.set(link, { peer, sent });
    return () => {
      open.delete(link);
      peer.close();
    };
  });

  return {
    of: (link: Link) => open.get(link)?.peer,
    follow(flow: MeetingFlow): void {
      receivers = flow.peers.length;
      run(linksOf(flow));
      const present = new Set(flow.peers.map(({ link }) => link));
      for (const [link, one] of open) {
        // Sends nothing from this page to someone who isn't in the room.
        const sent = present.has(link) ? sentTo(media, receivers) : nothing;
        if (isSameSent(one.sent, sent)) continue;
        one.sent = sent;
        one.peer.send(sent);
      }
    },
  };
}

interface Session {
  room: string;
  /** Proves to the server that what it gets belongs to this stay. */
  key: string;
  dispatch: (event: MeetingEvent) => void;
}

/** @returns a function that ends the task */
function startTask(task: MeetingTask, { room, key, dispatch }: Session): () => void {
  if (task.kind === 'rest') return startTimer(() => dispatch({ type: 'ended', task }), restTime);
  if (task.kind === 'awaitJoin') return startTimer(() => dispatch({ type: 'ended', task }), awaitJoinTimeout);
  if (task.kind === 'hand') {
    void request('meetingHand', { key, raised: task.raised }).then((answer) =>
      dispatch({ type: 'handAnswered', task, error: 'error' in answer ? answer.error : undefined }),
    );
  } else if (task.kind === 'announce') {
    void request('meetingChange', { key, media: task.media }).then(() => dispatch({ type: 'ended', task }));
  } else {
    void request('meetingJoin', { room, key, media: task.media }).then((answer) =>
      dispatch({ type: 'joinAnswered', task, error: 'error' in answer ? answer.error : undefined }),
    );
  }
  return () => undefined;
}

/** Dispatches what others do. @returns functions that stop it */
function followRoom(
  { room, key, dispatch }: Session,
  media: LocalMedia,
  receive: (from: string, given: MeetingSignal) => void,
): (() => void)[] {
  return [
    onServerEvent('meetingEntered', ({ room: entered, peer_id, peers }) => {
      if (entered === room) dispatch({ type: 'entered', ownId: peer_id, peers });
    }),
    onServerEvent('meetingPeerJoined', (peer) => dispatch({ type: 'peerJoined', peer })),
    onServerEvent('meetingPeerLeft', ({ peer_id }) => dispatch({ type: 'peerLeft', peerId: peer_id })),
    onServerEvent('meetingSignaled', ({ from, ...given }) => receive(from, given)),
    onServerEvent('meetingPeerChanged', ({ peer_id, media }) =>
      dispatch({ type: 'peerChanged', peerId: peer_id, media }),
    ),
    onServerEvent('meetingSaid', (message) => dispatch({ type: 'said', message })),
    onServerEvent('meetingHandChanged', ({ peer_id, raised }) =>
      dispatch({ type: 'handChanged', peerId: peer_id, raised }),
    ),
    onServerEvent('meetingReacted', ({ peer_id, emoji }) => dispatch({ type: 'reacted', peerId: peer_id, emoji })),
    onServerEvent('meetingMuted', ({ by }) => {
      dispatch({ type: 'muted', by });
      void media.setAudio(false);
    }),
    onServerEvent('meetingHost', ({ username }) => dispatch({ type: 'hostChanged', username })),
    onServerEvent('meetingBeatWanted', () => void request('meetingBeat', { key })),
    onServerEvent('meetingClosed', ({ peer_id }) => dispatch({ type: 'closed', peerId: peer_id })),
  ];
}

/** Sends signals one at a time: the server handles them concurrently, and a candidate must not arrive before its offer. */
function createSignalQueue(key: string) {
  let sending = Promise.resolve();
  return (to: string, given: MeetingSignal, isWanted: () => boolean): void => {
    sending = sending.then(async () => {
      if (isWanted()) await request('meetingSignal', { key, to, ...given });
    });
  };
}

/** The visible state of a flow. */
function viewOf(flow: MeetingFlow, streamOf: (link: Link) => MediaStream | undefined): MeetingState {
  const { phase, refusal, isOnline, ownId, hasMet, messages, notice, hand, reactions, host } = flow;
  const peers = flow.peers.flatMap(({ link, ...peer }): RemotePeer[] => {
    const stream = streamOf(link);
    return stream === undefined ? [] : [{ ...peer, stream, link: linkState(flow, link) }];
  });
  const isOffline = !isOnline && phase === 'inside';
  return { phase, refusal, isOffline, ownId, peers, hasMet, messages, notice, hand, reactions, host };
}

/** What went wrong; null: nothing. */
async function errorOf(asked: ReturnType<typeof request>): Promise<string | null> {
  const answer = await asked;
  return 'error' in answer ? answer.error : null;
}

/** What a stay asks of the server, besides what its flow does. */
const requestsOf = (key: string): Pick<Meeting, 'say' | 'react' | 'mute'> => ({
  say: (text) => errorOf(request('meetingSay', { key, text })),
  react: (emoji) => errorOf(request('meetingReact', { key, emoji })),
  mute: (peerId) => errorOf(request('meetingMute', { key, peer_id: peerId })),
});

/** One stay in a room: does what `meetingReducer` asks for, and reports back what happens. */
export function createMeeting(options: { room: string; media: LocalMedia; iceServers: RTCIceServer[] }): Meeting {
  const { room, media, iceServers } = options;
  const key = newId();
  const listeners = createListeners();
  const stops: (() => void)[] = [];
  const sendSignal = createSignalQueue(key);
  let flow = initialMeeting(mediaOf(media));
  const links = createLinks({
    media,
    iceServers,
    stateOf: (link) => linkState(flow, link),
    signal,
    onChange: (link, state) => dispatch({ type: 'linkChanged', link, state }),
    onStuck: (link) => dispatch({ type: 'linkReplaced', link, isInitiator: true }),
  });
  const streamOf = (link: Link) => links.of(link)?.stream;
  let current = viewOf(flow, streamOf);

  function signal(link: Link, given: MeetingSignal): void {
    const to = flow.peers.find((peer) => peer.link === link)?.peer_id;
    if (to !== undefined) sendSignal(to, given, () => peerOf(flow, to)?.link === link);
  }

  const runTasks = createTaskRunner<MeetingTask>((task) => startTask(task, { room, key, dispatch }));

  function dispatch(event: MeetingEvent): void {
    const before = flow;
    flow = meetingReducer(flow, event);
    if (flow === before) return;
    if (flow.phase === 'refused') for (const stop of stops) stop();
    links.follow(flow);
    if (shown.some((part) => flow[part] !== before[part])) {
      current = viewOf(flow, streamOf);
      listeners.notify();
    }
    runTasks(flow.tasks);
  }

  async function receive(from: string, given: MeetingSignal): Promise<void> {
    dispatch({ type: 'signaled', from });
    const link = peerOf(flow, from)?.link;
    const reaction = link && (await links.of(link)?.receive(given));
    if (link === undefined || (reaction !== 'anew' && reaction !== 'restart')) return;
    dispatch({ type: 'linkReplaced', link, isInitiator: reaction === 'restart' });
    if (reaction === 'restart') return;
    const next = peerOf(flow, from)?.link;
    if (next !== undefined && next !== link) void links.of(next)?.receive(given);
  }

  const leave = (mayReturn: boolean) => {
    if (flow.phase === 'left') return;
    for (const stop of stops) stop();
    void request('meetingLeave', { key, may_return: mayReturn });
    dispatch({ type: 'left' });
  };

  return {
    ...requestsOf(key),
    state: () => current,
    subscribe: listeners.subscribe,
    enter() {
      const onConnection = () => dispatch({ type: 'connectionChanged', isOnline: connection() === 'online' });
      stops.push(
        ...followRoom({ room, key, dispatch }, media, (from, given) => void receive(from, given)),
        onConnectionChange(onConnection),
        media.subscribe(() => dispatch({ type: 'mediaChanged', media: mediaOf(media) })),
      );
      const onPageHide = () => leave(true);
      window.addEventListener('pagehide', onPageHide);
      stops.push(() => window.removeEventListener('pagehide', onPageHide));
      openSocket();
      dispatch({ type: 'mediaChanged', media: mediaOf(media) });
      onConnection();
    },
    levels: () => new Map(flow.peers.map(({ peer_id, link }) => [peer_id, links.of(link)?.level() ?? 0])),
    raiseHand: (raised) => dispatch({ type: 'handMoved', raised }),
    leave: () => leave(false),
  };
}
