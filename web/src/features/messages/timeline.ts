import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';
import {
  catchUpFrom,
  catchUpPages,
  emptyTimeline,
  mayPassBySelf,
  nextToSend,
  type Outgoing,
  type OutgoingImage,
  pageSize,
  resendDelay,
  type TimelineState,
  trimmed,
  withChange,
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
import type { CallOptions } from '#platform/api-client.ts';
import { ApiError, errorTexts, NotFound, SessionEnded } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';

/** What a person wants to send to a room. */
export interface Draft {
  clientId: string;
  text: string;
  image: File | null;
}

/** A place where messages are exchanged, whatever its kind: how to read it and how to write to it. */
export interface Room {
  id: string;
  /** The event of the socket that leads into it, and the one that leads out. Without, its messages reach every page of a member. */
  join?: 'joinChannel';
  leave?: 'leaveChannel';
  /** A page of 100, oldest first: the newest, the one before an id, or the one after it. */
  load: (page: { before?: string; after?: string }) => Promise<Message[]>;
  /** Stores a message. The same `clientId` again answers the stored one. */
  send: (draft: Draft, options: CallOptions) => Promise<Message>;
}

/** What a timeline needs from around it. */
export interface TimelineOptions {
  /** Messages that were not stored before the page was reloaded. */
  restored: readonly Outgoing[];
  /** What is not stored yet has changed. */
  onOutgoing: (outgoing: readonly Outgoing[]) => void;
  /** A message was stored, but the live connection, which seemed fine, did not bring it. */
  onUnheard: () => void;
}

/** Milliseconds without an answer, or without progress of a picture, after which a send counts as lost. */
const stallTime = 20_000;
/** Milliseconds in which the live connection has to bring what was stored. */
const hearingTime = 6_000;

/** The messages of one room, kept in step with the server. */
export type Timeline = ReturnType<typeof createTimeline>;

/**
 * Reads, follows and writes one room. Stored messages are in the server's order, each once, without a gap: after every
 * `joined()` what was missed is asked for. Messages are sent one by one in the order in which they were written; those that the
 * connection lost are sent again by themselves, under the same name, so that they are stored once.
 */
export function createTimeline(room: Room, options: TimelineOptions) {
  let state: TimelineState = { ...emptyTimeline, outgoing: options.restored };
  const listeners = new Set<() => void>();
  let joined = false;
  /** Nothing that is stored now can be missed. */
  let live = false;
  /** How far everything had come when the connection was lost; undefined: nothing was missed since. */
  let lostAt: string | undefined;
  let catching = false;
  /** The live connection came back while what was missed is asked for. */
  let joinedSince = false;
  let loading = false;
  let failures = 0;
  let sending: AbortController | null = null;
  let resendTimer: ReturnType<typeof setTimeout> | undefined;
  let catchUpTimer: ReturnType<typeof setTimeout> | undefined;

  function commit(next: TimelineState): void {
    if (next === state) return;
    const outgoingChanged = next.outgoing !== state.outgoing;
    state = next;
    if (outgoingChanged) options.onOutgoing(state.outgoing);
    for (const listener of listeners) listener();
  }

  const current = () => state;

  async function loadNewest(): Promise<void> {
    if (loading) return;
    loading = true;
    commit({ ...state, status: 'loading', error: null, offline: false });
    try {
      // Asked first: what is written meanwhile belongs to the state after the answer.
      const page = await room.load({});
      commit(withNewest(state, page));
    } catch (error) {
      if (error instanceof NotFound) commit({ ...state, status: 'gone' });
      else if (!(error instanceof SessionEnded)) {
        logError('Messages could not be loaded', error);
        const offline = error instanceof ApiError && error.isOffline;
        commit({ ...state, status: 'failed', error: errorTexts(error).join(' '), offline });
      }
    } finally {
      loading = false;
    }
    if (joined) void catchUp();
  }

  const withLost = (next: TimelineState) => (lostAt === undefined ? next : withNews(next, lostAt));

  /** Asks for what came since the last known message, a page at a time; after many pages only the newest. */
  async function fetchMissed(): Promise<void> {
    let after = catchUpFrom(state);
    for (let pages = 0; pages < catchUpPages && after !== undefined; pages += 1) {
      const page = await room.load({ after });
      commit(withLost(withMissed(state, page)));
      if (page.length < pageSize) return;
      after = page.at(-1)?._id;
    }
    const newest = await room.load({});
    commit(withLost(withNewest(state, newest)));
  }

  async function catchUp(): Promise<void> {
    if (catching || state.status !== 'ready') return;
    catching = true;
    clearTimeout(catchUpTimer);
    let again = false;
    try {
      // A connection that was lost and came back meanwhile: once more, for what fell between.
      do {
        joinedSince = false;
        await fetchMissed();
      } while (joinedSince);
      if (joined) {
        live = true;
        lostAt = undefined;
        commit(withSynced(state));
      }
    } catch (error) {
      if (error instanceof NotFound) commit({ ...state, status: 'gone' });
      else if (!(error instanceof SessionEnded)) {
        logError('Messages that were missed could not be loaded', error);
        again = true;
      }
    } finally {
      catching = false;
    }
    if (again && joined) catchUpTimer = setTimeout(() => void catchUp(), resendDelay(2, null));
  }

  async function loadOlder(): Promise<void> {
    const before = state.messages[0]?._id;
    if (before === undefined || (state.older !== 'some' && state.older !== 'failed')) return;
    commit({ ...state, older: 'loading' });
    try {
      const page = await room.load({ before });
      // The newest page took the place of everything meanwhile: this one does not join it.
      if (state.messages[0]?._id === before) commit(withOlder(state, page));
    } catch (error) {
      logError('Older messages could not be loaded', error);
      if (current().older === 'loading') commit({ ...state, older: 'failed' });
    }
  }

  function stored(message: Message, clientId: string): void {
    failures = 0;
    commit(withoutOutgoing(withStored(state, message, false), clientId));
    if (!live) return;
    setTimeout(() => {
      if (live && state.syncedTo < message._id) options.onUnheard();
    }, hearingTime);
  }

  /** Answers whether the next message may go. */
  function refused(error: unknown, clientId: string): boolean {
    const status = error instanceof ApiError ? error.status : 0;
    const aborted = error instanceof DOMException && error.name === 'AbortError';
    if (error instanceof SessionEnded) {
      commit(withChange(state, clientId, { status: 'waiting', percent: null }));
      return false;
    }
    if (aborted || (error instanceof ApiError && mayPassBySelf(status))) {
      failures += 1;
      commit(withChange(state, clientId, { status: 'waiting', percent: null }));
      const retryAfter = error instanceof ApiError ? error.retryAfter : null;
      resendTimer = setTimeout(() => void pump(), resendDelay(failures, retryAfter));
      return false;
    }
    logError('A message could not be sent', error);
    commit(withChange(state, clientId, { status: 'failed', percent: null, error: errorTexts(error).join(' ') }));
    return true;
  }

  async function sendOne({ clientId, text, image }: Outgoing): Promise<boolean> {
    const controller = new AbortController();
    sending = controller;
    let stall = setTimeout(() => controller.abort(), stallTime);
    const onProgress = (percent: number) => {
      clearTimeout(stall);
      stall = setTimeout(() => controller.abort(), stallTime);
      commit(withChange(state, clientId, { percent }));
    };
    commit(withChange(state, clientId, { status: 'sending', error: null, percent: null }));
    try {
      const callOptions = image === null ? { signal: controller.signal } : { signal: controller.signal, onProgress };
      stored(await room.send({ clientId, text, image: image?.file ?? null }, callOptions), clientId);
      return true;
    } catch (error) {
      // Taken back while it was under way.
      if (!state.outgoing.some((draft) => draft.clientId === clientId)) return true;
      return refused(error, clientId);
    } finally {
      clearTimeout(stall);
      sending = null;
    }
  }

  async function pump(): Promise<void> {
    clearTimeout(resendTimer);
    if (sending !== null) return;
    for (let next = nextToSend(state); next !== undefined; next = nextToSend(state)) {
      if (!(await sendOne(next))) return;
    }
  }

  return {
    room,
    state: current,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Somebody looks at it: loads the newest page if it is not there. What waits is sent. */
    open(): void {
      if (state.status !== 'ready') void loadNewest();
      void pump();
    },
    /** Nobody looks at it any more. */
    close(): void {
      joined = false;
      live = false;
      lostAt = undefined;
      clearTimeout(catchUpTimer);
      commit(trimmed(state));
    },
    /** The live connection brings what is stored from now on. */
    joined(): void {
      joined = true;
      joinedSince = true;
      if (state.status === 'failed') void loadNewest();
      else void catchUp();
      void pump();
    },
    /** The live connection is there, but may not have brought everything. */
    doubt(): void {
      if (!joined) return;
      joinedSince = true;
      void catchUp();
    },
    /** The live connection is gone. */
    lost(): void {
      if (live) lostAt = state.syncedTo;
      joined = false;
      live = false;
      clearTimeout(catchUpTimer);
    },
    /** The browser has no network: what is under way will not arrive. */
    offline: () => sending?.abort(),
    /** The network is back: what waits is sent. */
    online: () => void pump(),
    /** A message that was broadcast. */
    receive: (message: Message) => commit(withStored(state, message, live)),
    /** Somebody has deleted the account. */
    deleted: (userId: string) => commit(withDeleted(state, userId)),
    reload: () => void loadNewest(),
    loadOlder: () => void loadOlder(),
    /** Shows a message at the end at once and sends it after those before it. */
    send(text: string, image: OutgoingImage | null): void {
      const draft: Outgoing = {
        clientId: crypto.randomUUID(),
        text,
        image,
        createdAt: new Date().toISOString(),
        status: 'sending',
        error: null,
        percent: null,
      };
      commit(withOutgoing(state, draft));
      void pump();
    },
    /** Sends a message again that the server had refused. */
    retry(clientId: string): void {
      commit(withChange(state, clientId, { status: 'sending', error: null }));
      void pump();
    },
    /** Takes back a message that is not stored. */
    discard(clientId: string): void {
      commit(withoutOutgoing(state, clientId));
    },
  };
}
