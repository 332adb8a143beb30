import { onUserChange } from '#platform/session.ts';
import { createStore, useStore } from '#platform/store.ts';

/** What's unread, as far as this page knows: what GET /v1/unread said, and events since. Every badge and the page title are based on it. */
export interface Marks {
  /** Unread notifications. */
  readonly notifications: number;
  /** Conversations with unread messages. */
  readonly conversations: number;
  /** Channels with unread messages, by community id. */
  readonly channels: ReadonlyMap<string, number>;
  /** Followed threads with unread replies. */
  readonly threads: number;
}

export const noMarks: Marks = { notifications: 0, conversations: 0, channels: new Map(), threads: 0 };

const marks = createStore(noMarks);

export const { state: currentMarks, subscribe: subscribeToMarks } = marks;

/** The next person's are counted anew. */
const owner = onUserChange(() => marks.set(noMarks));

export function setMarks(known: Marks): void {
  owner();
  marks.set(known);
}

export const useMarks = (): Marks => useStore(marks);
