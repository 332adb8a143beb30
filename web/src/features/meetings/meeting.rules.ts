import type { MeetingMedia, MeetingPeer } from '@hubbub/contract/features/meetings/meetings.events.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import type { LinkState } from '#features/meetings/peer-link.ts';

/** The connection to one other page, as the rules see it: a new object means a new connection. */
export interface Link {
  id: number;
  /** This side makes the first offer. */
  isInitiator: boolean;
  /** This side yields when both make an offer at the same time. */
  polite: boolean;
}

/** Another person in the room. */
export interface KnownPeer extends MeetingPeer {
  link: Link;
}

export interface SaidMessage {
  from: string;
  user: MeetingPeer['user'];
  text: string;
  at: string;
}

export interface MeetingMessage extends SaidMessage {
  id: string;
}

/** An event to announce once. */
export interface Notice {
  id: string;
  text: string;
  /** Who joined or left; the notice shows only while that's still true. */
  about?: { username: string; isHere: boolean };
}

/** An emoji that floats over somebody for a moment. */
export interface Reaction {
  id: string;
  /** Undefined: the person's own. */
  peerId: string | undefined;
  emoji: string;
}

/** Asks to join the room. */
export interface JoinTask {
  kind: 'join';
  media: MeetingMedia;
}

/** Tells the others what this page sends. */
export interface AnnounceTask {
  kind: 'announce';
  media: MeetingMedia;
}

/** Tells the others whether this page's hand is raised. */
export interface HandTask {
  kind: 'hand';
  raised: boolean;
}

/** Keeps the connection to someone who left: if their page was only slow, it can return and reuse it. */
export interface RestTask {
  kind: 'rest';
  peerId: string;
  link: Link;
}

/** Waits for the join event of an unknown page that sent something. */
export interface AwaitJoinTask {
  kind: 'awaitJoin';
  peerId: string;
}

/** Work that's in progress for as long as it's in the flow. */
export type MeetingTask = JoinTask | AnnounceTask | HandTask | RestTask | AwaitJoinTask;

/** Everything a stay in a room knows, and the tasks it's running. */
export interface MeetingFlow {
  phase: 'entering' | 'inside' | 'refused' | 'left';
  /** Why joining was refused. */
  refusal: string | undefined;
  isOnline: boolean;
  ownId: string | undefined;
  peers: readonly KnownPeer[];
  /** By link id. */
  linkStates: Readonly<Record<number, LinkState>>;
  /** Someone else is here, or was. */
  hasMet: boolean;
  messages: readonly MeetingMessage[];
  notice: Notice | undefined;
  /** This page's hand is raised. */
  hand: boolean;
  /** The newest. */
  reactions: readonly Reaction[];
  /** The username of the host, who may mute others. */
  host: string | undefined;
  /** What this page sends, and what the server knows of it. */
  media: MeetingMedia;
  announcedMedia: MeetingMedia | undefined;
  /** Numbers links, notices and messages. */
  count: number;
  tasks: readonly MeetingTask[];
}

export type MeetingEvent =
  | { type: 'connectionChanged'; isOnline: boolean }
  | { type: 'mediaChanged'; media: MeetingMedia }
  | { type: 'joinAnswered'; task: JoinTask; error: string | undefined }
  | { type: 'ended'; task: AnnounceTask | RestTask | AwaitJoinTask }
  | { type: 'entered'; ownId: string; peers: readonly MeetingPeer[] }
  | { type: 'peerJoined'; peer: MeetingPeer }
  | { type: 'peerChanged'; peerId: string; media: MeetingMedia }
  | { type: 'peerLeft'; peerId: string }
  | { type: 'signaled'; from: string }
  /** One side starts the connection over. */
  | { type: 'linkReplaced'; link: Link; isInitiator: boolean }
  /** Its state or its stream changed. */
  | { type: 'linkChanged'; link: Link; state: LinkState }
  | { type: 'said'; message: SaidMessage }
  /** The person raises their hand, or lowers it. */
  | { type: 'handMoved'; raised: boolean }
  | { type: 'handAnswered'; task: HandTask; error: string | undefined }
  | { type: 'handChanged'; peerId: string; raised: boolean }
  | { type: 'reacted'; peerId: string; emoji: string }
  /** Somebody has turned off this page's microphone. */
  | { type: 'muted'; by: MeetingPeer['user'] }
  | { type: 'hostChanged'; username: string }
  /** The server hasn't heard from a page for too long. */
  | { type: 'closed'; peerId: string }
  | { type: 'left' };

export function initialMeeting(media: MeetingMedia): MeetingFlow {
  return {
    phase: 'entering',
    refusal: undefined,
    isOnline: false,
    ownId: undefined,
    peers: [],
    linkStates: {},
    hasMet: false,
    messages: [],
    notice: undefined,
    hand: false,
    reactions: [],
    host: undefined,
    media,
    announcedMedia: undefined,
    count: 0,
    tasks: [],
  };
}

/** The connections to keep: to those who are here, and to those who have just left. */
export function linksOf({ peers, tasks }: MeetingFlow): Link[] {
  const resting = tasks.filter((task) => task.kind === 'rest');
  return [...peers, ...resting].map(({ link }) => link);
}

export function linkState({ linkStates }: MeetingFlow, { id }: Link): LinkState {
  return linkStates[id] ?? 'connecting';
}

export function peerOf({ peers }: MeetingFlow, peerId: string): KnownPeer | undefined {
  return peers.find(({ peer_id }) => peer_id === peerId);
}

const nameOf = ({ user }: MeetingPeer) => user.name ?? user.username;

const withTask = (flow: MeetingFlow, task: MeetingTask): MeetingFlow => ({ ...flow, tasks: [...flow.tasks, task] });

const withoutTask = (flow: MeetingFlow, task: MeetingTask): MeetingFlow => ({
  ...flow,
  tasks: flow.tasks.filter((other) => other !== task),
});

function withNotice(flow: MeetingFlow, text: string, about?: Notice['about']): MeetingFlow {
  const notice = { id: `notice ${flow.count}`, text, ...(about && { about }) };
  return { ...flow, notice, count: flow.count + 1 };
}

const withMoveNotice = (flow: MeetingFlow, peer: MeetingPeer, isHere: boolean) =>
  withNotice(flow, `${nameOf(peer)} ${isHere ? 'joined' : 'left'}`, { username: peer.user.username, isHere });

/** Replaces the peer with the same id, or adds the peer at the end. */
function withPeer(flow: MeetingFlow, peer: KnownPeer): MeetingFlow {
  const isKnown = peerOf(flow, peer.peer_id) !== undefined;
  const peers = isKnown
    ? flow.peers.map((other) => (other.peer_id === peer.peer_id ? peer : other))
    : [...flow.peers, peer];
  return { ...flow, peers };
}

/** Opens a new connection to someone. */
function connect(flow: MeetingFlow, peer: MeetingPeer, isInitiator: boolean): MeetingFlow {
  const link: Link = { id: flow.count, isInitiator, polite: (flow.ownId ?? '') < peer.peer_id };
  return withPeer({ ...flow, count: flow.count + 1 }, { ...peer, link });
}

const isUsable = (flow: MeetingFlow, link: Link) => ['connected', 'interrupted'].includes(linkState(flow, link));

/** Someone is in the room: reuses their earlier connection if it still works. */
function meet(flow: MeetingFlow, peer: MeetingPeer, isInitiator: boolean): MeetingFlow {
  const rest = flow.tasks.find((task) => task.kind === 'rest' && task.peerId === peer.peer_id) as RestTask | undefined;
  if (rest === undefined) return connect(flow, peer, isInitiator);
  const next = withoutTask(flow, rest);
  return isUsable(flow, rest.link) ? withPeer(next, { ...peer, link: rest.link }) : connect(next, peer, isInitiator);
}

/** Someone isn't in the room. */
function drop(flow: MeetingFlow, { peer_id, link }: KnownPeer): MeetingFlow {
  const peers = flow.peers.filter((peer) => peer.peer_id !== peer_id);
  return withTask({ ...flow, peers }, { kind: 'rest', peerId: peer_id, link });
}

const join = (flow: MeetingFlow): MeetingFlow =>
  withTask({ ...flow, announcedMedia: flow.media }, { kind: 'join', media: flow.media });

function isSame(a: MeetingMedia, b: MeetingMedia): boolean {
  return a.audio === b.audio && a.video === b.video && a.screen === b.screen;
}

function announceMedia(flow: MeetingFlow): MeetingFlow {
  const { phase, media, announcedMedia } = flow;
  if (phase !== 'inside' || (announcedMedia !== undefined && isSame(media, announcedMedia))) return flow;
  return withTask({ ...flow, announcedMedia: media }, { kind: 'announce', media });
}

/** After a signal or change from an unknown page: unless its join event arrives shortly, asks the server who is in the room. */
function awaitJoin(flow: MeetingFlow, peerId: string): MeetingFlow {
  return flow.tasks.some(({ kind }) => kind === 'awaitJoin') ? flow : withTask(flow, { kind: 'awaitJoin', peerId });
}

function enter(flow: MeetingFlow, ownId: string, present: readonly MeetingPeer[]): MeetingFlow {
  const ids = new Set(present.map(({ peer_id }) => peer_id));
  const gone = flow.peers.filter(({ peer_id }) => ownId !== flow.ownId || !ids.has(peer_id));
  const inside: MeetingFlow = { ...gone.reduce(drop, flow), ownId, phase: 'inside' };
  const met = present.reduce((next, peer) => {
    const known = peerOf(next, peer.peer_id);
    if (known === undefined) return meet(next, peer, true);
    // The others may have dropped a connection that was still being set up, and no one else would restart it.
    return isUsable(next, known.link) ? withPeer(next, { ...peer, link: known.link }) : connect(next, peer, true);
  }, inside);
  const announced = announceMedia(met);
  // The server may have forgotten it.
  return flow.hand ? withTask(announced, { kind: 'hand', raised: true }) : announced;
}

/** A connection that failed stays so until another one works. */
function replace(flow: MeetingFlow, peer: KnownPeer, isInitiator: boolean): MeetingFlow {
  const next = connect(flow, peer, isInitiator);
  const link = peerOf(next, peer.peer_id)?.link;
  if (link === undefined || linkState(flow, peer.link) !== 'failed') return next;
  return { ...next, linkStates: { ...next.linkStates, [link.id]: 'failed' } };
}

/** A refused stay ends before it starts; trying again starts a new one. */
function afterJoin(flow: MeetingFlow, error: string | undefined): MeetingFlow {
  if (error === undefined || !flow.isOnline) return flow;
  if (flow.phase !== 'entering') return withNotice(flow, error);
  return { ...flow, phase: 'refused', refusal: error, tasks: [] };
}

function afterWait(flow: MeetingFlow, task: MeetingTask): MeetingFlow {
  if (task.kind !== 'awaitJoin') return flow;
  const isMissing = flow.phase === 'inside' && flow.isOnline && peerOf(flow, task.peerId) === undefined;
  return isMissing ? join(flow) : flow;
}

function withMessage(flow: MeetingFlow, said: SaidMessage): MeetingFlow {
  const messages = [...flow.messages, { ...said, id: `message ${flow.count}` }].slice(-limits.meeting.messages);
  return { ...flow, messages, count: flow.count + 1 };
}

const maxReactions = 20;

function withReaction(flow: MeetingFlow, peerId: string, emoji: string): MeetingFlow {
  const reaction = { id: `reaction ${flow.count}`, peerId: peerId === flow.ownId ? undefined : peerId, emoji };
  return { ...flow, reactions: [...flow.reactions, reaction].slice(-maxReactions), count: flow.count + 1 };
}

function withHand(flow: MeetingFlow, peerId: string, raised: boolean): MeetingFlow {
  const peer = peerOf(flow, peerId);
  if (peer === undefined) return flow;
  const { hand: _, ...rest } = peer;
  const next = withPeer(flow, raised ? { ...rest, hand: true } : rest);
  return raised ? withNotice(next, `${nameOf(peer)} raised their hand`) : next;
}

/** The server has answered: if it refused, the hand is back as it was, with a notice. */
function afterHand(flow: MeetingFlow, { raised }: HandTask, error: string | undefined): MeetingFlow {
  return error === undefined || !flow.isOnline ? flow : withNotice({ ...flow, hand: !raised }, error);
}

/** Handles what people do besides talking. */
function afterGesture(flow: MeetingFlow, event: MeetingEvent): MeetingFlow {
  switch (event.type) {
    case 'handMoved':
      return withTask({ ...flow, hand: event.raised }, { kind: 'hand', raised: event.raised });
    case 'handAnswered':
      return flow.tasks.includes(event.task) ? afterHand(withoutTask(flow, event.task), event.task, event.error) : flow;
    case 'handChanged':
      return withHand(flow, event.peerId, event.raised);
    case 'reacted':
      return withReaction(flow, event.peerId, event.emoji);
    case 'muted':
      return withNotice(flow, `${event.by.name ?? event.by.username} turned off your microphone`);
    case 'hostChanged':
      return { ...flow, host: event.username };
    default:
      return flow;
  }
}

/** Handles what others do in the room. */
function afterOthers(flow: MeetingFlow, event: MeetingEvent): MeetingFlow {
  switch (event.type) {
    case 'entered':
      return enter(flow, event.ownId, event.peers);
    case 'peerJoined':
      if (peerOf(flow, event.peer.peer_id) !== undefined) return flow;
      return withMoveNotice(meet(flow, event.peer, false), event.peer, true);
    case 'peerChanged': {
      const peer = peerOf(flow, event.peerId);
      return peer === undefined ? awaitJoin(flow, event.peerId) : withPeer(flow, { ...peer, media: event.media });
    }
    case 'peerLeft': {
      const peer = peerOf(flow, event.peerId);
      return peer === undefined ? flow : withMoveNotice(drop(flow, peer), peer, false);
    }
    case 'signaled':
      return peerOf(flow, event.from) === undefined ? awaitJoin(flow, event.from) : flow;
    case 'said':
      return withMessage(flow, event.message);
    default:
      return afterGesture(flow, event);
  }
}

function afterOwn(flow: MeetingFlow, event: MeetingEvent): MeetingFlow {
  switch (event.type) {
    case 'connectionChanged': {
      const next = { ...flow, isOnline: event.isOnline };
      return event.isOnline ? join(next) : next;
    }
    case 'mediaChanged':
      return announceMedia({ ...flow, media: event.media });
    case 'joinAnswered':
      return flow.tasks.includes(event.task) ? afterJoin(withoutTask(flow, event.task), event.error) : flow;
    case 'ended':
      return flow.tasks.includes(event.task) ? afterWait(withoutTask(flow, event.task), event.task) : flow;
    case 'linkReplaced': {
      const peer = flow.peers.find(({ link }) => link === event.link);
      return peer === undefined ? flow : replace(flow, peer, event.isInitiator);
    }
    case 'linkChanged':
      if (!linksOf(flow).includes(event.link)) return flow;
      return { ...flow, linkStates: { ...flow.linkStates, [event.link.id]: event.state } };
    case 'closed':
      return event.peerId === flow.ownId ? join(flow) : flow;
    case 'left':
      return { ...flow, phase: 'left', peers: [], tasks: [] };
    default:
      return afterOthers(flow, event);
  }
}

/** A notice is shown only as long as it's true: someone may be here twice, or come back. */
function withTrueNotice(flow: MeetingFlow): MeetingFlow {
  const about = flow.notice?.about;
  if (about === undefined) return flow;
  const isHere = flow.peers.some(({ user }) => user.username === about.username);
  return isHere === about.isHere ? flow : { ...flow, notice: undefined };
}

/** The next state of a stay in a room after an event. After leaving or being refused, it ignores events. */
export function meetingReducer(flow: MeetingFlow, event: MeetingEvent): MeetingFlow {
  if (flow.phase === 'left' || (flow.phase === 'refused' && event.type !== 'left')) return flow;
  const next = afterOwn(flow, event);
  if (next.peers === flow.peers && next.notice === flow.notice) return next;
  return withTrueNotice({ ...next, hasMet: next.hasMet || next.peers.length > 0 });
}
