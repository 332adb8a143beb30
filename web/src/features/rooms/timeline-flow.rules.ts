import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { afterAct, withActed } from '#features/rooms/act-flow.rules.ts';
import { type Around, withAround, withJump, withNewer, withoutExcerpt } from '#features/rooms/excerpt.rules.ts';
import {
  catchUpFrom,
  catchUpPages,
  emptyTimeline,
  pageSize,
  type TimelineState,
  trimmed,
  withChanged,
  withDeleted,
  withEarly,
  withKnown,
  withMissed,
  withNewest,
  withNews,
  withOlder,
  withOutgoing,
  withStored,
  withSynced,
} from '#features/rooms/timeline.rules.ts';
import {
  type AroundTask,
  type DeliveryTask,
  type Failure,
  type LoadTask,
  type Task,
  type TimelineEvent,
  type TimelineFlow,
  without,
  withTask,
  withView,
} from '#features/rooms/timeline-tasks.rules.ts';

/** Milliseconds before a failed catch-up is tried again. */
const catchUpDelay = 2_000;

/** The flow of a timeline that nothing is known of. */
export function initialFlow(): TimelineFlow {
  return {
    view: emptyTimeline,
    joined: false,
    live: false,
    lostAt: undefined,
    changedTo: undefined,
    catchUpAgain: false,
    tasks: [],
  };
}

/** Whether the live connection, which seems fine, failed to deliver a stored message. */
export function isUndelivered({ live, view }: TimelineFlow, { messageId }: DeliveryTask): boolean {
  return live && view.syncedTo < messageId;
}

/** Up to which message, and to which change, all is known; undefined while there's nothing to go on from. */
export function knownOf({ view, changedTo }: TimelineFlow): { after?: string; changed_since?: string } | undefined {
  if (view.status !== 'ready') return undefined;
  return {
    ...(view.syncedTo !== '' && { after: view.syncedTo }),
    ...(changedTo !== undefined && { changed_since: changedTo }),
  };
}

const isLoading = ({ tasks }: TimelineFlow, of: LoadTask['of']) =>
  tasks.some((task) => task.kind === 'load' && task.of === of);

const withoutWait = (flow: TimelineFlow) => without(flow, ({ kind }) => kind === 'wait');

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
  const ready = { ...withoutWait(flow), catchUpAgain: false };
  return loadMissed(ready, 0, catchUpFrom(flow.view));
}

/** Loads what happened to known messages, unless the server says that's nothing. */
function loadChanges(flow: TimelineFlow, pages: number, revision: string | undefined): TimelineFlow {
  const { changedTo: since } = flow;
  if (since === undefined || revision === undefined || revision <= since) return flow;
  return withTask(flow, { kind: 'load', of: 'changes', pages, since });
}

/** The newest page has replaced everything, unless another part of the history is shown, too. */
function withRevision(flow: TimelineFlow, revision: string | undefined): TimelineFlow {
  return { ...flow, changedTo: flow.view.excerpt === null ? revision : (flow.changedTo ?? revision) };
}

/** Changes that were loaded while a page was on its way don't show in it: they're loaded once more. */
function afterChanges(flow: TimelineFlow, revision: string | undefined): TimelineFlow {
  if (revision === undefined || flow.changedTo === undefined || revision >= flow.changedTo) return flow;
  return withTask(flow, { kind: 'load', of: 'changes', pages: 0, since: revision });
}

function withChangesPage(
  flow: TimelineFlow,
  { pages, since = '' }: LoadTask,
  { page, revision }: Loaded,
): TimelineFlow {
  const known = flow.changedTo ?? '';
  // Another request for changes may have failed meanwhile: then there's a gap before these.
  const changedTo = revision !== undefined && revision > known && since <= known ? revision : flow.changedTo;
  const next = { ...withView(flow, withKnown(flow.view, page)), changedTo };
  if (page.length < pageSize) return next;
  // After many pages, loads only the newest, which has all changes.
  return pages + 1 < catchUpPages
    ? withTask(next, { kind: 'load', of: 'changes', pages: pages + 1, ...(revision && { since: revision }) })
    : loadMissed(next, 0, undefined);
}

function withMissedPage(flow: TimelineFlow, { after, pages }: LoadTask, { page, revision }: Loaded): TimelineFlow {
  const filled = after === undefined ? withNewest(flow.view, page) : withMissed(flow.view, page);
  const shown = withView(flow, flow.lostAt === undefined ? filled : withNews(filled, flow.lostAt));
  const next = loadChanges(after === undefined ? withRevision(shown, revision) : shown, 0, revision);
  if (after !== undefined && page.length >= pageSize) {
    // After many pages, loads only the newest.
    return loadMissed(next, pages + 1, pages + 1 < catchUpPages ? page.at(-1)?._id : undefined);
  }
  // The connection was lost and came back meanwhile: catches up once more, for what was missed in between.
  if (next.catchUpAgain) return catchUp(next);
  if (!next.joined) return next;
  return { ...next, live: true, lostAt: undefined, view: withSynced(next.view) };
}

/** Another part of the history may be shown by now, or the newest page has replaced everything: then the page no longer fits. */
function withOlderPage(view: TimelineState, { before }: LoadTask, page: readonly Message[]): TimelineState {
  const { excerpt } = view;
  if (excerpt !== null && excerpt.messages[0]?._id === before) {
    return { ...view, excerpt: withOlder(excerpt, page) };
  }
  return view.messages[0]?._id === before ? withOlder(view, page) : view;
}

type Loaded = Extract<TimelineEvent, { type: 'loaded' }>;

function withPage(flow: TimelineFlow, loaded: Loaded): TimelineFlow {
  const { view } = flow;
  const { task, page, revision } = loaded;
  if (task.of === 'missed') return withMissedPage(flow, task, loaded);
  if (task.of === 'changes') return withChangesPage(flow, task, loaded);
  if (task.of === 'older') return afterChanges(withView(flow, withOlderPage(view, task, page)), revision);
  if (task.of === 'newer') {
    const fits = view.excerpt?.messages.at(-1)?._id === task.after;
    return fits ? afterChanges(withView(flow, withNewer(view, page)), revision) : flow;
  }
  const next = withRevision(withView(flow, withNewest(view, page)), revision);
  return next.joined ? catchUp(next) : next;
}

/** Sets what's known about older messages in the part that's shown. */
function withOlderState(flow: TimelineFlow, older: TimelineState['older']): TimelineFlow {
  const { view } = flow;
  return withView(flow, view.excerpt ? { ...view, excerpt: { ...view.excerpt, older } } : { ...view, older });
}

function withoutPage(flow: TimelineFlow, { of, since }: LoadTask, failure: Failure): TimelineFlow {
  const { view } = flow;
  if (of === 'older') return (view.excerpt ?? view).older === 'loading' ? withOlderState(flow, 'failed') : flow;
  if (of === 'newer')
    return withView(flow, view.excerpt ? { ...view, excerpt: { ...view.excerpt, newer: 'failed' } } : view);
  if (failure.kind === 'notFound') return withView(flow, { ...view, status: 'gone' });
  if (failure.kind === 'sessionEnded') return flow;
  if (of === 'newest') {
    return withView(flow, { ...view, status: 'failed', error: failure.text, offline: failure.offline });
  }
  // The next catch-up asks for these changes again.
  const changedTo = since !== undefined && since < (flow.changedTo ?? '') ? since : flow.changedTo;
  const next = changedTo === flow.changedTo ? flow : { ...flow, changedTo };
  return next.joined ? withTask(next, { kind: 'wait', delay: catchUpDelay }) : next;
}

function withSent(flow: TimelineFlow, message: Message): TimelineFlow {
  const next = withView(flow, withStored(flow.view, message, false));
  return flow.live ? withTask(next, { kind: 'hear', messageId: message._id }) : next;
}

type Outcome = Extract<TimelineEvent, { task: Task }>;

/** Applies a task's outcome. A task that's no longer in the flow is ignored. */
function afterTask(flow: TimelineFlow, event: Outcome): TimelineFlow {
  const { task } = event;
  if (!flow.tasks.includes(task)) return flow;
  const rest = without(flow, (other) => other === task);
  switch (event.type) {
    case 'loaded':
      return withPage(rest, event);
    case 'loadFailed':
      return withoutPage(rest, event.task, event.failure);
    case 'agreed':
      return afterAct(rest, event.task.act, event.answer);
    case 'refused':
      return afterAct(rest, event.task.act);
    case 'aroundLoaded':
      return withAroundPage(rest, event.task, event.around);
    case 'aroundFailed':
      return withoutAround(rest, event.task.id, event.failure);
    case 'waited':
      return event.task.kind === 'hear' ? rest : catchUp(rest);
  }
}

function loadOlder(flow: TimelineFlow): TimelineFlow {
  const { messages, older } = flow.view.excerpt ?? flow.view;
  const before = messages[0]?._id;
  if (before === undefined || (older !== 'some' && older !== 'failed')) return flow;
  return withTask(withOlderState(flow, 'loading'), { kind: 'load', of: 'older', before, pages: 0 });
}

function loadNewer(flow: TimelineFlow): TimelineFlow {
  const { excerpt } = flow.view;
  const after = excerpt?.messages.at(-1)?._id;
  if (excerpt === null || after === undefined || excerpt.newer === 'loading') return flow;
  const next = withView(flow, { ...flow.view, excerpt: { ...excerpt, newer: 'loading' } });
  return withTask(next, { kind: 'load', of: 'newer', after, pages: 0 });
}

function jump(flow: TimelineFlow, id: string): TimelineFlow {
  if (flow.view.status !== 'ready') return flow;
  const next = withView(flow, withJump(flow.view, id));
  return next.view.jump?.status === 'loading' ? withTask(next, { kind: 'around', id }) : next;
}

function withAroundPage(flow: TimelineFlow, { id }: AroundTask, around: Around): TimelineFlow {
  return afterChanges(withView(flow, withAround(flow.view, id, around)), around.revision);
}

function withoutAround(flow: TimelineFlow, id: string, { kind }: Failure): TimelineFlow {
  const { jump: wanted } = flow.view;
  if (wanted?.id !== id || wanted.status !== 'loading') return flow;
  return withView(flow, { ...flow.view, jump: { ...wanted, status: kind === 'notFound' ? 'missing' : 'failed' } });
}

/**
 * How far the reader had seen messages when the connection was lost, even if it hadn't delivered anything yet. Losing it again during a
 * catch-up changes nothing.
 */
function lostAtOf({ lostAt, live, view }: TimelineFlow): string | undefined {
  if (lostAt !== undefined || view.status !== 'ready') return lostAt;
  return live ? view.syncedTo : (view.messages.at(-1)?._id ?? '');
}

type ConnectionEvent = Extract<TimelineEvent, { type: 'opened' | 'closed' | 'joined' | 'doubted' | 'lost' }>;

function afterConnection(flow: TimelineFlow, { type }: ConnectionEvent): TimelineFlow {
  switch (type) {
    case 'opened':
      return flow.view.status === 'ready' ? flow : loadNewest(flow);
    case 'closed': {
      const left = { ...withoutWait(flow), joined: false, live: false, lostAt: undefined };
      return withView(left, trimmed(left.view));
    }
    case 'joined': {
      const inside = { ...flow, joined: true, catchUpAgain: true };
      return flow.view.status === 'failed' ? loadNewest(inside) : catchUp(inside);
    }
    case 'doubted':
      return flow.joined ? catchUp({ ...flow, catchUpAgain: true }) : flow;
    case 'lost': {
      return { ...withoutWait(flow), lostAt: lostAtOf(flow), joined: false, live: false };
    }
  }
}

/**
 * The timeline's reducer. Stored messages are kept in the server's order, each once, without gaps: every `joined` triggers a catch-up.
 * What's written waits in the outbox, which sends it.
 */
export function timelineReducer(flow: TimelineFlow, event: TimelineEvent): TimelineFlow {
  const next = reduce(flow, event);
  const isSame = next.view.messages === flow.view.messages && next.view.excerpt === flow.view.excerpt;
  return isSame ? next : withView(next, withEarly(next.view));
}

function reduce(flow: TimelineFlow, event: TimelineEvent): TimelineFlow {
  const { view } = flow;
  switch (event.type) {
    case 'changed':
      return withView(flow, withChanged(view, event.changed));
    case 'acted':
      return withActed(flow, event.act);
    case 'kept':
      return view.kept.length + event.acts.length === 0 ? flow : withView(flow, { ...view, kept: event.acts });
    case 'answered':
      return afterAct(flow, event.act, event.answer);
    case 'received':
      return withView(flow, withStored(view, event.message, flow.live));
    case 'accountDeleted':
      return withView(flow, withDeleted(view, event.userId));
    case 'reloadWanted':
      return loadNewest(flow);
    case 'olderWanted':
      return loadOlder(flow);
    case 'newerWanted':
      return loadNewer(flow);
    case 'jumpWanted':
      return jump(flow, event.id);
    case 'newestWanted':
      return withView(flow, withoutExcerpt(view));
    case 'outgoing':
      return withView(flow, withOutgoing(view, event.outgoing));
    case 'stored':
      return withSent(flow, event.message);
    default:
      return 'task' in event ? afterTask(flow, event) : afterConnection(flow, event);
  }
}
