import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';
import {
  catchUpFrom,
  catchUpPages,
  emptyTimeline,
  isTransient,
  nextToSend,
  type Outgoing,
  pageSize,
  resendDelay,
  type TimelineState,
  trimmed,
  withChange,
  withChanged,
  withDeleted,
  withMissed,
  withNewest,
  withNews,
  withOlder,
  withOutgoing,
  withoutOutgoing,
  withStored,
  withSynced,
} from '#features/messages/timeline.rules.ts';

/** Requests a page of messages; without `before` and `after`, the newest. */
export interface LoadTask {
  kind: 'load';
  of: 'newest' | 'missed' | 'older';
  before?: string;
  after?: string;
  /** How many pages of missed messages came before this one. */
  pages: number;
}

export interface SendTask {
  kind: 'send';
  draft: Outgoing;
}

export interface WaitTask {
  kind: 'wait';
  until: 'resend' | 'catchUp';
  delay: number;
}

/** Waits for the live connection to deliver a message that the server has stored. */
export interface DeliveryTask {
  kind: 'hear';
  messageId: string;
}

/** Work that's in progress for as long as it's in the flow. */
export type Task = LoadTask | SendTask | WaitTask | DeliveryTask;

/** Why a load or a send failed. */
export interface Failure {
  kind: 'notFound' | 'sessionEnded' | 'aborted' | 'error';
  /** Undefined if the server didn't answer. */
  status?: number;
  offline: boolean;
  /** Seconds. */
  retryAfter: number | null;
  text: string;
}

/** A timeline's full state: its data and its running tasks. */
export interface TimelineFlow {
  /** The part that's shown. */
  view: TimelineState;
  /** The live connection delivers new messages. */
  joined: boolean;
  /** Caught up: no stored message can be missed from now on. */
  live: boolean;
  /** How far the timeline had got when the connection was lost; undefined: nothing was missed since. */
  lostAt: string | undefined;
  /** The live connection came back, or was in doubt, during a catch-up. */
  catchUpAgain: boolean;
  /** Consecutive sends that failed because of the connection. */
  failures: number;
  tasks: readonly Task[];
}

export type TimelineEvent =
  /** It's shown on screen. */
  | { type: 'opened' }
  /** It's no longer shown. */
  | { type: 'closed' }
  /** The live connection delivers new messages from now on. */
  | { type: 'joined' }
  /** The live connection is up, but may have missed something. */
  | { type: 'doubted' }
  /** The live connection is down. */
  | { type: 'lost' }
  /** The browser is offline: requests in flight won't arrive. */
  | { type: 'wentOffline' }
  | { type: 'wentOnline' }
  /** A message was broadcast. */
  | { type: 'received'; message: Message }
  /** What a message says has changed. */
  | { type: 'changed'; message: Message }
  | { type: 'accountDeleted'; userId: string }
  | { type: 'reloadWanted' }
  | { type: 'olderWanted' }
  | { type: 'written'; draft: Outgoing }
  | { type: 'retried'; clientId: string }
  | { type: 'discarded'; clientId: string }
  | { type: 'loaded'; task: LoadTask; page: readonly Message[] }
  | { type: 'loadFailed'; task: LoadTask; failure: Failure }
  | { type: 'progressed'; task: SendTask; percent: number }
  | { type: 'stored'; task: SendTask; message: Message }
  | { type: 'sendFailed'; task: SendTask; failure: Failure }
  | { type: 'waited'; task: WaitTask | DeliveryTask };

/** @param restored messages that weren't stored before a reload */
export function initialFlow(restored: readonly Outgoing[]): TimelineFlow {
  return {
    view: { ...emptyTimeline, outgoing: restored },
    joined: false,
    live: false,
    lostAt: undefined,
    catchUpAgain: false,
    failures: 0,
    tasks: [],
  };
}

/** Whether the live connection, which seems fine, failed to deliver a stored message. */
export function isUndelivered({ live, view }: TimelineFlow, { messageId }: DeliveryTask): boolean {
  return live && view.syncedTo < messageId;
}

const withView = (flow: TimelineFlow, view: TimelineState): TimelineFlow =>
  view === flow.view ? flow : { ...flow, view };

const withTask = (flow: TimelineFlow, task: Task): TimelineFlow => ({ ...flow, tasks: [...flow.tasks, task] });

function without(flow: TimelineFlow, isOver: (task: Task) => boolean): TimelineFlow {
  const tasks = flow.tasks.filter((task) => !isOver(task));
  return tasks.length === flow.tasks.length ? flow : { ...flow, tasks };
}

const isLoading = ({ tasks }: TimelineFlow, of: LoadTask['of']) =>
  tasks.some((task) => task.kind === 'load' && task.of === of);

const withoutWait = (flow: TimelineFlow, until: WaitTask['until']) =>
  without(flow, (task) => task.kind === 'wait' && task.until === until);

const findSend = ({ tasks }: TimelineFlow) => tasks.find((task) => task.kind === 'send');

function loadNewest(flow: TimelineFlow): TimelineFlow {
  if (isLoading(flow, 'newest')) return flow;
  const view: TimelineState = { ...flow.view, status: 'loading', error: null, offline: false };
  return withTask({ ...flow, view }, { kind: 'load', of: 'newest', pages: 0 });
}

function loadMissed(flow: TimelineFlow, pages: number, after: string | undefined): TimelineFlow {
  return withTask(flow, { kind: 'load', of: 'missed', pages, ...(after !== undefined && { after }) });
}

/** Loads what arrived since the last known message, unless that's already under way. */
function catchUp(flow: TimelineFlow): TimelineFlow {
  if (isLoading(flow, 'missed') || flow.view.status !== 'ready') return flow;
  const ready = { ...withoutWait(flow, 'catchUp'), catchUpAgain: false };
  return loadMissed(ready, 0, catchUpFrom(flow.view));
}

function withMissedPage(flow: TimelineFlow, { after, pages }: LoadTask, page: readonly Message[]): TimelineFlow {
  const filled = after === undefined ? withNewest(flow.view, page) : withMissed(flow.view, page);
  const next = withView(flow, flow.lostAt === undefined ? filled : withNews(filled, flow.lostAt));
  if (after !== undefined && page.length >= pageSize) {
    // After many pages, loads only the newest.
    return loadMissed(next, pages + 1, pages + 1 < catchUpPages ? page.at(-1)?._id : undefined);
  }
  // The connection was lost and came back meanwhile: catches up once more, for what was missed in between.
  if (next.catchUpAgain) return catchUp(next);
  if (!next.joined) return next;
  return { ...next, live: true, lostAt: undefined, view: withSynced(next.view) };
}

function withPage(flow: TimelineFlow, task: LoadTask, page: readonly Message[]): TimelineFlow {
  const { view } = flow;
  if (task.of === 'missed') return withMissedPage(flow, task, page);
  if (task.of === 'older') {
    // The newest page replaced everything meanwhile, so this one no longer fits.
    return view.messages[0]?._id === task.before ? withView(flow, withOlder(view, page)) : flow;
  }
  const next = withView(flow, withNewest(view, page));
  return next.joined ? catchUp(next) : next;
}

function withoutPage(flow: TimelineFlow, { of }: LoadTask, failure: Failure): TimelineFlow {
  const { view } = flow;
  if (of === 'older') return view.older === 'loading' ? withView(flow, { ...view, older: 'failed' }) : flow;
  if (failure.kind === 'notFound') return withView(flow, { ...view, status: 'gone' });
  if (failure.kind === 'sessionEnded') return flow;
  if (of === 'newest') {
    return withView(flow, { ...view, status: 'failed', error: failure.text, offline: failure.offline });
  }
  return flow.joined ? withTask(flow, { kind: 'wait', until: 'catchUp', delay: resendDelay(2, null) }) : flow;
}

/** Starts sending the next message if none is being sent. */
function pump(flow: TimelineFlow): TimelineFlow {
  const ready = withoutWait(flow, 'resend');
  const draft = nextToSend(ready.view);
  if (draft === undefined || findSend(ready) !== undefined) return ready;
  const view = withChange(ready.view, draft.clientId, { status: 'sending', error: null, percent: null });
  return withTask(withView(ready, view), { kind: 'send', draft });
}

function withSent(flow: TimelineFlow, { draft }: SendTask, message: Message): TimelineFlow {
  const view = withoutOutgoing(withStored(flow.view, message, false), draft.clientId);
  const next: TimelineFlow = { ...flow, view, failures: 0 };
  return pump(flow.live ? withTask(next, { kind: 'hear', messageId: message._id }) : next);
}

function withUnsent(flow: TimelineFlow, { draft: { clientId } }: SendTask, failure: Failure): TimelineFlow {
  const { kind, status, retryAfter, text } = failure;
  // Discarded while it was being sent.
  if (!flow.view.outgoing.some((draft) => draft.clientId === clientId)) return pump(flow);
  const waiting = withChange(flow.view, clientId, { status: 'waiting', percent: null });
  if (kind === 'sessionEnded') return withView(flow, waiting);
  if (canRetry({ kind, status })) {
    const failures = flow.failures + 1;
    const delay = resendDelay(failures, retryAfter);
    return withTask({ ...flow, failures, view: waiting }, { kind: 'wait', until: 'resend', delay });
  }
  return pump(withView(flow, withChange(flow.view, clientId, { status: 'failed', percent: null, error: text })));
}

/** Whether a send that failed this way is retried automatically. */
export function canRetry({ kind, status }: { kind: Failure['kind']; status?: number | undefined }): boolean {
  return kind === 'aborted' || (status !== undefined && isTransient(status));
}

const aborted: Failure = { kind: 'aborted', offline: true, retryAfter: null, text: '' };

type Outcome = Extract<TimelineEvent, { task: Task }>;

/** Applies a task's outcome. A task that's no longer in the flow is ignored. */
function afterTask(flow: TimelineFlow, event: Outcome): TimelineFlow {
  const { task } = event;
  if (!flow.tasks.includes(task)) return flow;
  if (event.type === 'progressed') {
    return withView(flow, withChange(flow.view, event.task.draft.clientId, { percent: event.percent }));
  }
  const rest = without(flow, (other) => other === task);
  switch (event.type) {
    case 'loaded':
      return withPage(rest, event.task, event.page);
    case 'loadFailed':
      return withoutPage(rest, event.task, event.failure);
    case 'stored':
      return withSent(rest, event.task, event.message);
    case 'sendFailed':
      return withUnsent(rest, event.task, event.failure);
    case 'waited':
      if (event.task.kind === 'hear') return rest;
      return event.task.until === 'resend' ? pump(rest) : catchUp(rest);
  }
}

function loadOlder(flow: TimelineFlow): TimelineFlow {
  const { messages, older } = flow.view;
  const before = messages[0]?._id;
  if (before === undefined || (older !== 'some' && older !== 'failed')) return flow;
  return withTask(withView(flow, { ...flow.view, older: 'loading' }), { kind: 'load', of: 'older', before, pages: 0 });
}

/**
 * How far the reader had seen messages when the connection was lost, even if it hadn't delivered anything yet. Losing it again during a
 * catch-up changes nothing.
 */
function lostAtOf({ lostAt, live, view }: TimelineFlow): string | undefined {
  if (lostAt !== undefined || view.status !== 'ready') return lostAt;
  return live ? view.syncedTo : (view.messages.at(-1)?._id ?? '');
}

type ConnectionEvent = Extract<
  TimelineEvent,
  { type: 'opened' | 'closed' | 'joined' | 'doubted' | 'lost' | 'wentOffline' | 'wentOnline' }
>;

function afterConnection(flow: TimelineFlow, { type }: ConnectionEvent): TimelineFlow {
  switch (type) {
    case 'opened':
      return pump(flow.view.status === 'ready' ? flow : loadNewest(flow));
    case 'closed': {
      const left = { ...withoutWait(flow, 'catchUp'), joined: false, live: false, lostAt: undefined };
      return withView(left, trimmed(left.view));
    }
    case 'joined': {
      const inside = { ...flow, joined: true, catchUpAgain: true };
      return pump(flow.view.status === 'failed' ? loadNewest(inside) : catchUp(inside));
    }
    case 'doubted':
      return flow.joined ? catchUp({ ...flow, catchUpAgain: true }) : flow;
    case 'lost': {
      return { ...withoutWait(flow, 'catchUp'), lostAt: lostAtOf(flow), joined: false, live: false };
    }
    case 'wentOffline': {
      const task = findSend(flow);
      return task === undefined ? flow : afterTask(flow, { type: 'sendFailed', task, failure: aborted });
    }
    case 'wentOnline':
      return pump(flow);
  }
}

/**
 * The timeline's reducer. Stored messages are kept in the server's order, each once, without gaps: every `joined` triggers a catch-up.
 * Messages are sent one at a time, in the order they were written.
 */
export function timelineReducer(flow: TimelineFlow, event: TimelineEvent): TimelineFlow {
  const { view } = flow;
  switch (event.type) {
    case 'changed':
      return withView(flow, withChanged(flow.view, event.message));
    case 'received':
      return withView(flow, withStored(view, event.message, flow.live));
    case 'accountDeleted':
      return withView(flow, withDeleted(view, event.userId));
    case 'reloadWanted':
      return loadNewest(flow);
    case 'olderWanted':
      return loadOlder(flow);
    case 'written':
      return pump(withView(flow, withOutgoing(view, event.draft)));
    case 'retried':
      return pump(withView(flow, withChange(view, event.clientId, { status: 'sending', error: null })));
    case 'discarded':
      return withView(flow, withoutOutgoing(view, event.clientId));
    default:
      return 'task' in event ? afterTask(flow, event) : afterConnection(flow, event);
  }
}
