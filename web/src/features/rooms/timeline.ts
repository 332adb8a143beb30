import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { Endpoint } from '@hubbub/contract/platform/endpoint.ts';
import type { Act, ActAnswer } from '#features/rooms/acts.rules.ts';
import { loadAround, sendAct } from '#features/rooms/messages.data.ts';
import type { Outgoing, TimelineState } from '#features/rooms/timeline.rules.ts';
import { initialFlow, isUndelivered, knownOf, timelineReducer } from '#features/rooms/timeline-flow.rules.ts';
import type {
  ActTask,
  AroundTask,
  Failure,
  LoadTask,
  Task,
  TimelineEvent,
  TimelineFlow,
} from '#features/rooms/timeline-tasks.rules.ts';
import type { Changed } from '#features/rooms/versions.rules.ts';
import { ApiError, errorTexts, NotFound, SessionEnded, Waiting } from '#platform/errors.ts';
import { createListeners } from '#platform/listeners.ts';
import { logError } from '#platform/log.ts';
import { createTaskRunner, startTimer } from '#platform/task-runner.ts';

/** Some of a room's messages, with all changes up to `revision`. */
export interface Page {
  messages: Message[];
  revision?: string | undefined;
}

/** A conversation or a channel: how to load its messages and how to send to it. */
export interface Room {
  id: string;
  /** The socket events to join and leave its room. Without them, its messages reach all of a member's pages. */
  join?: 'joinChannel';
  leave?: 'leaveChannel';
  /**
   * Loads a page of 100, oldest first: the newest, the one before an id, the one after it, or those that changed after a revision. With
   * `mark` "false", the newest isn't marked as read.
   */
  load: (page: { before?: string; after?: string; changed_since?: string; mark?: 'false' }) => Promise<Page>;
  /** The call that stores a message. With the same `client_id` again, it returns the stored one. */
  endpoint: Pick<Endpoint, 'method' | 'path' | 'takesUploads'>;
}

/** A timeline's dependencies. */
export interface TimelineOptions {
  /** The newest messages, without gaps, have changed. */
  onMessages: (page: Page) => void;
  /** A message was stored, but the live connection, which seemed fine, didn't deliver it. */
  onUndelivered: () => void;
  /** The server didn't do what the person wanted: the message is as it was. */
  onRefused: (act: Act, failure: Failure) => void;
}

/** Milliseconds for the live connection to deliver a stored message. */
const deliveryTimeout = 6_000;

const loadFailed: Record<LoadTask['of'], string> = {
  newest: "Messages couldn't be loaded",
  missed: "Missed messages couldn't be loaded",
  older: "Older messages couldn't be loaded",
  newer: "Newer messages couldn't be loaded",
  changes: "Changes to messages couldn't be loaded",
};

function failureOf(error: unknown): Failure {
  const base = { offline: error instanceof ApiError && error.isOffline, text: errorTexts(error).join(' ') };
  if (error instanceof NotFound) return { kind: 'notFound', ...base };
  if (error instanceof SessionEnded) return { kind: 'sessionEnded', ...base };
  if (error instanceof Waiting) return { kind: 'waiting', ...base };
  return { kind: 'error', ...base };
}

async function load(room: Room, task: LoadTask): Promise<TimelineEvent> {
  const { of, before, after, since } = task;
  try {
    const { messages: page, revision } = await room.load({
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      ...(since !== undefined && { changed_since: since }),
    });
    return { type: 'loaded', task, page, ...(revision !== undefined && { revision }) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'error' || of === 'older') logError(loadFailed[of], error);
    return { type: 'loadFailed', task, failure };
  }
}

async function loadMessagesAround(task: AroundTask): Promise<TimelineEvent> {
  try {
    return { type: 'aroundLoaded', task, around: await loadAround(task.id) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'error' && !failure.offline) logError("The messages around one couldn't be loaded", error);
    return { type: 'aroundFailed', task, failure };
  }
}

async function act(room: Room, task: ActTask): Promise<TimelineEvent> {
  try {
    return { type: 'agreed', task, answer: await sendAct(task.act, room.id) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'error' && !failure.offline) logError("A message couldn't be changed", error);
    return { type: 'refused', task, failure };
  }
}

type Dispatch = (event: TimelineEvent) => void;

/** What a timeline learns about the connection. */
const connectionEvents = (dispatch: Dispatch) => ({
  /** The live connection delivers new messages from now on. */
  joined: () => dispatch({ type: 'joined' }),
  /** The live connection is up, but may have missed something. */
  doubt: () => dispatch({ type: 'doubted' }),
  /** The live connection is down. */
  lost: () => dispatch({ type: 'lost' }),
});

/** What a person does to stored messages. */
const messageActs = (dispatch: Dispatch) => ({
  /** Adds a reaction, or takes it back. */
  react: (messageId: string, emoji: string, added: boolean) =>
    dispatch({ type: 'acted', act: { kind: 'react', messageId, emoji, added, at: new Date().toISOString() } }),
  edit: (messageId: string, text: string) =>
    dispatch({ type: 'acted', act: { kind: 'edit', messageId, text, at: new Date().toISOString() } }),
  remove: (messageId: string) =>
    dispatch({ type: 'acted', act: { kind: 'delete', messageId, at: new Date().toISOString() } }),
  /** What the person has done that waits in the outbox. */
  kept: (acts: readonly Act[]) => dispatch({ type: 'kept', acts }),
  /** The outbox has sent it. */
  answered: (done: Act, answer: ActAnswer) => dispatch({ type: 'answered', act: done, answer }),
});

/** The newest messages up to which nothing is missing. */
const pageOf = ({ view: { messages, syncedTo }, changedTo }: TimelineFlow): Page => ({
  messages: messages.filter(({ _id }) => _id <= syncedTo),
  revision: changedTo,
});

/** One chat's messages, kept in sync with the server. */
export type Timeline = ReturnType<typeof createTimeline>;

/** Runs one chat: performs the tasks `timelineReducer` asks for and dispatches their outcomes. */
export function createTimeline(room: Room, options: TimelineOptions) {
  let flow = initialFlow();
  const listeners = createListeners();

  const run = createTaskRunner<Task>((task) => {
    if (task.kind === 'load') {
      void load(room, task).then(dispatch);
      return () => undefined;
    }
    if (task.kind === 'act') {
      void act(room, task).then(dispatch);
      return () => undefined;
    }
    if (task.kind === 'around') {
      void loadMessagesAround(task).then(dispatch);
      return () => undefined;
    }
    const waited = () => {
      if (task.kind === 'hear' && isUndelivered(flow, task)) options.onUndelivered();
      dispatch({ type: 'waited', task });
    };
    return startTimer(waited, task.kind === 'hear' ? deliveryTimeout : task.delay);
  });

  function dispatch(event: TimelineEvent): void {
    const { view } = flow;
    flow = timelineReducer(flow, event);
    const { messages, status } = flow.view;
    if (status === 'ready' && (messages !== view.messages || status !== view.status)) options.onMessages(pageOf(flow));
    if (flow.view !== view) listeners.notify();
    run(flow.tasks);
    if (event.type === 'refused' && event.failure.kind !== 'waiting') options.onRefused(event.task.act, event.failure);
  }

  return {
    room,
    state: (): TimelineState => flow.view,
    /** How much of it is known, as `OpenRoom` says. */
    known: () => knownOf(flow),
    subscribe: listeners.subscribe,
    ...connectionEvents(dispatch),
    /** The chat is shown: loads the newest page if needed. */
    open: () => dispatch({ type: 'opened' }),
    /** The chat is no longer shown. */
    close: () => dispatch({ type: 'closed' }),
    /** A message that was broadcast. */
    receive: (message: Message) => dispatch({ type: 'received', message }),
    /** A stored message has changed. */
    changed: (changed: Changed) => dispatch({ type: 'changed', changed }),
    /** Someone has deleted their account. */
    deleted: (userId: string) => dispatch({ type: 'accountDeleted', userId }),
    reload: () => dispatch({ type: 'reloadWanted' }),
    loadOlder: () => dispatch({ type: 'olderWanted' }),
    loadNewer: () => dispatch({ type: 'newerWanted' }),
    /** Shows a message, which may be thousands of messages back. */
    jump: (id: string) => dispatch({ type: 'jumpWanted', id }),
    /** Back to the newest messages. */
    showNewest: () => dispatch({ type: 'newestWanted' }),
    /** What the person has written here that isn't stored yet. */
    outgoing: (outgoing: readonly Outgoing[]) => dispatch({ type: 'outgoing', outgoing }),
    /** The person's own message is stored. */
    stored: (message: Message) => dispatch({ type: 'stored', message }),
    ...messageActs(dispatch),
  };
}
