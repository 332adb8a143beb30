import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';
import type { Outgoing, OutgoingImage, TimelineState } from '#features/messages/timeline.rules.ts';
import {
  canRetry,
  type Failure,
  initialFlow,
  isUndelivered,
  type LoadTask,
  type SendTask,
  type Task,
  type TimelineEvent,
  timelineReducer,
} from '#features/messages/timeline-flow.rules.ts';
import type { CallOptions } from '#platform/api-client.ts';
import { ApiError, errorTexts, NotFound, SessionEnded } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { createTaskRunner, startTimer } from '#platform/task-runner.ts';

/** What a person wants to send to a chat. */
export interface Draft {
  clientId: string;
  text: string;
  image: File | null;
}

/** A conversation or a channel: how to load its messages and how to send to it. */
export interface Room {
  id: string;
  /** The socket events to join and leave its room. Without them, its messages reach all of a member's pages. */
  join?: 'joinChannel';
  leave?: 'leaveChannel';
  /** Loads a page of 100, oldest first: the newest, the one before an id, or the one after it. */
  load: (page: { before?: string; after?: string }) => Promise<Message[]>;
  /** Stores a message. Sending the same `clientId` again returns the stored one. */
  send: (draft: Draft, options: CallOptions) => Promise<Message>;
}

/** A timeline's dependencies. */
export interface TimelineOptions {
  /** Messages that weren't stored before a reload. */
  restored: readonly Outgoing[];
  /** The list of unsent messages has changed. */
  onOutgoing: (outgoing: readonly Outgoing[]) => void;
  /** A message was stored, but the live connection, which seemed fine, didn't deliver it. */
  onUndelivered: () => void;
}

/** Milliseconds without an answer, or without upload progress, after which a send counts as lost. */
const stallTime = 20_000;
/** Milliseconds for the live connection to deliver a stored message. */
const deliveryTimeout = 6_000;

const loadFailed: Record<LoadTask['of'], string> = {
  newest: "Messages couldn't be loaded",
  missed: "Missed messages couldn't be loaded",
  older: "Older messages couldn't be loaded",
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
  const { of, before, after } = task;
  try {
    const page = await room.load({ ...(before !== undefined && { before }), ...(after !== undefined && { after }) });
    return { type: 'loaded', task, page };
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
  const moved = () => {
    end();
    timer = setTimeout(onStall, stallTime);
  };
  return { moved, end };
}

async function send(
  room: Room,
  task: SendTask,
  controller: AbortController,
  onProgress: (percent: number) => void,
): Promise<TimelineEvent> {
  const { clientId, text, image } = task.draft;
  const { signal } = controller;
  const watch = watchForStall(() => controller.abort());
  const progress = (percent: number) => {
    watch.moved();
    onProgress(percent);
  };
  try {
    const callOptions = image === null ? { signal } : { signal, onProgress: progress };
    const message = await room.send({ clientId, text, image: image?.file ?? null }, callOptions);
    return { type: 'stored', task, message };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'sessionEnded' && !canRetry(failure)) logError("A message couldn't be sent", error);
    return { type: 'sendFailed', task, failure };
  } finally {
    watch.end();
  }
}

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
    if (flow.view.outgoing !== view.outgoing) options.onOutgoing(flow.view.outgoing);
    if (flow.view !== view) for (const listener of listeners) listener();
    run(flow.tasks);
  }

  return {
    room,
    state: (): TimelineState => flow.view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The chat is shown: loads the newest page if needed, and sends what's waiting. */
    open: () => dispatch({ type: 'opened' }),
    /** The chat is no longer shown. */
    close: () => dispatch({ type: 'closed' }),
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
    /** A message that was broadcast. */
    receive: (message: Message) => dispatch({ type: 'received', message }),
    /** A message has been removed or restored. */
    changed: (message: Message) => dispatch({ type: 'changed', message }),
    /** Someone has deleted their account. */
    deleted: (userId: string) => dispatch({ type: 'accountDeleted', userId }),
    reload: () => dispatch({ type: 'reloadWanted' }),
    loadOlder: () => dispatch({ type: 'olderWanted' }),
    /** Shows a message at the end right away and sends it after those before it. */
    send(text: string, image: OutgoingImage | null): void {
      const [clientId, createdAt] = [crypto.randomUUID(), new Date().toISOString()];
      const draft: Outgoing = { clientId, text, image, createdAt, status: 'sending', error: null, percent: null };
      dispatch({ type: 'written', draft });
    },
    /** Resends a message the server had refused. */
    retry: (clientId: string) => dispatch({ type: 'retried', clientId }),
    /** Discards a message that isn't stored. */
    discard: (clientId: string) => dispatch({ type: 'discarded', clientId }),
  };
}
