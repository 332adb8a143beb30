import type { Message, RepliedMessage } from '@hubbub/contract/features/messages/messages.shapes.ts';
import type { Act } from '#features/messages/acts.rules.ts';
import { loadAround, sendAct } from '#features/messages/messages.data.ts';
import type { Outgoing, OutgoingFile, TimelineState } from '#features/messages/timeline.rules.ts';
import {
  canRetry,
  initialFlow,
  isUndelivered,
  knownOf,
  timelineReducer,
} from '#features/messages/timeline-flow.rules.ts';
import type {
  ActTask,
  AroundTask,
  Failure,
  LoadTask,
  SendTask,
  Task,
  TimelineEvent,
  TimelineFlow,
} from '#features/messages/timeline-tasks.rules.ts';
import type { Changed } from '#features/messages/versions.rules.ts';
import type { CallOptions } from '#platform/api-client.ts';
import { ApiError, errorTexts, NotFound, SessionEnded } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { createTaskRunner, startTimer } from '#platform/task-runner.ts';

/** What a person wants to send to a chat. */
export interface Draft {
  clientId: string;
  text: string;
  files: readonly File[];
  /** The id of the message it answers. */
  replyTo?: string;
}

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
  /** Stores a message. Sending the same `clientId` again returns the stored one. */
  send: (draft: Draft, options: CallOptions) => Promise<Message>;
}

/** A timeline's dependencies. */
export interface TimelineOptions {
  /** Messages that weren't stored before a reload. */
  restored: readonly Outgoing[];
  /** The list of unsent messages has changed. */
  onOutgoing: (outgoing: readonly Outgoing[], before: readonly Outgoing[]) => void;
  /** The newest messages, without gaps, have changed. */
  onMessages: (page: Page) => void;
  /** A message was stored, but the live connection, which seemed fine, didn't deliver it. */
  onUndelivered: () => void;
  /** The server didn't do what the person wanted: the message is as it was. */
  onRefused: (act: Act, failure: Failure) => void;
}

/** Milliseconds without an answer, or without upload progress, after which a send counts as lost. */
const stallTime = 20_000;
/** The same once all files are uploaded: the server has work to do before it answers. */
const stallTimeAfterUpload = 120_000;
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
  const known = error instanceof ApiError ? error : undefined;
  const base = {
    offline: known?.isOffline ?? false,
    retryAfter: known?.retryAfter ?? null,
    text: errorTexts(error).join(' '),
    ...(known && { status: known.status }),
  };
  if (error instanceof NotFound) return { kind: 'notFound', ...base };
  if (error instanceof SessionEnded) return { kind: 'sessionEnded', ...base };
  if (error instanceof DOMException && error.name === 'AbortError') return { kind: 'aborted', ...base };
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

/** Calls `onStall` when there's been no progress for a while. */
function watchForStall(onStall: () => void) {
  let timer = setTimeout(onStall, stallTime);
  const end = () => clearTimeout(timer);
  const moved = (percent: number) => {
    end();
    timer = setTimeout(onStall, percent < 100 ? stallTime : stallTimeAfterUpload);
  };
  return { moved, end };
}

async function send(
  room: Room,
  task: SendTask,
  controller: AbortController,
  onProgress: (percent: number) => void,
): Promise<TimelineEvent> {
  const { clientId, text, files, replyTo } = task.draft;
  const { signal } = controller;
  const watch = watchForStall(() => controller.abort());
  const progress = (percent: number) => {
    watch.moved(percent);
    onProgress(percent);
  };
  try {
    const callOptions = files.length === 0 ? { signal } : { signal, onProgress: progress };
    const sent = files.map(({ file }) => file);
    const draft: Draft = { clientId, text, files: sent, ...(replyTo && { replyTo: replyTo._id }) };
    const message = await room.send(draft, callOptions);
    return { type: 'stored', task, message };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'sessionEnded' && !canRetry(failure)) logError("A message couldn't be sent", error);
    return { type: 'sendFailed', task, failure };
  } finally {
    watch.end();
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

async function act(task: ActTask): Promise<TimelineEvent> {
  try {
    return { type: 'agreed', task, answer: await sendAct(task.act) };
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
  /** The browser is offline: requests in flight won't arrive. */
  offline: () => dispatch({ type: 'wentOffline' }),
  /** The network is back: sends what's waiting. */
  online: () => dispatch({ type: 'wentOnline' }),
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
});

/** What happens to messages that aren't stored. */
const unsentActs = (dispatch: Dispatch) => ({
  /** Messages from before a reload, whose files had to be read first. */
  restore: (drafts: readonly Outgoing[]) => dispatch({ type: 'restored', drafts }),
  /** Resends a message the server had refused. */
  retry: (clientId: string) => dispatch({ type: 'retried', clientId }),
  discard: (clientId: string) => dispatch({ type: 'discarded', clientId }),
  /** Discards one of its files. */
  discardFile: (clientId: string, fileId: number) => dispatch({ type: 'fileDiscarded', clientId, fileId }),
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
  let flow = initialFlow(options.restored);
  const listeners = new Set<() => void>();

  const run = createTaskRunner<Task>((task) => {
    if (task.kind === 'load') {
      void load(room, task).then(dispatch);
      return () => undefined;
    }
    if (task.kind === 'act') {
      void act(task).then(dispatch);
      return () => undefined;
    }
    if (task.kind === 'around') {
      void loadMessagesAround(task).then(dispatch);
      return () => undefined;
    }
    if (task.kind === 'send') {
      const controller = new AbortController();
      const onProgress = (percent: number) => dispatch({ type: 'progressed', task, percent });
      void send(room, task, controller, onProgress).then(dispatch);
      return () => controller.abort();
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
    if (flow.view.outgoing !== view.outgoing) options.onOutgoing(flow.view.outgoing, view.outgoing);
    const { messages, status } = flow.view;
    if (status === 'ready' && (messages !== view.messages || status !== view.status)) options.onMessages(pageOf(flow));
    if (flow.view !== view) for (const listener of listeners) listener();
    run(flow.tasks);
    if (event.type === 'refused') options.onRefused(event.task.act, event.failure);
  }

  return {
    room,
    state: (): TimelineState => flow.view,
    /** How much of it is known, as `OpenRoom` says. */
    known: () => knownOf(flow),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...connectionEvents(dispatch),
    /** The chat is shown: loads the newest page if needed, and sends what's waiting. */
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
    /** Shows a message at the end right away and sends it after those before it. */
    send(text: string, files: readonly OutgoingFile[], replyTo?: RepliedMessage): void {
      const [clientId, createdAt] = [crypto.randomUUID(), new Date().toISOString()];
      const written = { clientId, text, files, createdAt, ...(replyTo && { replyTo }) };
      dispatch({ type: 'written', draft: { ...written, status: 'sending', error: null, percent: null } });
    },
    ...unsentActs(dispatch),
    ...messageActs(dispatch),
  };
}
