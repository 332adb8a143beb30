import type { Live } from '@hubbub/contract/features/notifications/live.endpoints.ts';
import type { Known } from '#platform/api-client.ts';
import { ApiError, NotFound } from '#platform/errors.ts';
import { createListeners } from '#platform/listeners.ts';
import { askLive } from '#platform/live-checks.data.ts';
import {
  beginChecking,
  connection,
  endChecking,
  onConnectionChange,
  onConnectionFailing,
  resync,
} from '#platform/socket.ts';

/** Milliseconds between two checks, and on a page that nobody sees. */
const interval = 3_000;
const hiddenInterval = 30_000;

/** A room that's open. */
export interface OpenRoom {
  id: string;
  /** How much of it the page has; undefined: it's loading, or can't be read. */
  known(): { after?: string; changed_since?: string } | undefined;
}

const openRooms = new Set<OpenRoom>();
const news = createListeners<[roomId: string]>();
let turn = 0;
let isAsking = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let known: Known | undefined;
/** What the last answer said about everything but the room. */
let before: string | undefined;

/** Checks include this room until the returned function is called. */
export function watchRoom(room: OpenRoom): () => void {
  openRooms.add(room);
  return () => openRooms.delete(room);
}

/** Calls back when there's something new in an open room. Returns the unsubscribe function. */
export const onRoomNews = news.subscribe;

/** One check asks about one room: several take turns. */
function nextRoom(): { room?: string; after?: string; changed_since?: string } {
  const asked = [...openRooms].flatMap(({ id, known: read }) => {
    const state = read();
    return state === undefined ? [] : [{ room: id, ...state }];
  });
  turn += 1;
  return asked[turn % asked.length] ?? {};
}

function apply(room: string | undefined, { messages, changed, revision: _, ...rest }: Live): void {
  if (room !== undefined && messages.length + changed.length > 0) news.notify(room);
  const text = JSON.stringify(rest);
  if (text !== before) resync();
  before = text;
}

/** Asks once. @returns how many milliseconds to wait; undefined: the server doesn't answer */
async function ask(): Promise<number | undefined> {
  const query = nextRoom();
  const { room } = query;
  const pause = document.visibilityState === 'visible' ? interval : hiddenInterval;
  try {
    const answer = await askLive(query, known);
    beginChecking();
    if (answer !== undefined && connection() === 'checking') {
      known = answer.known;
      apply(room, answer.body);
    }
    return pause;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return undefined;
    beginChecking();
    // Whatever shows the room refetches it, and finds that it's gone.
    if (error instanceof NotFound && room !== undefined) news.notify(room);
    // Other pages of this browser ask, too.
    return error.status === 429 ? (error.retryAfter ?? 1) * 1_000 * (1 + Math.random()) : pause;
  }
}

async function check(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  clearTimeout(timer);
  const wait = await ask();
  isAsking = false;
  if (wait === undefined) endChecking();
  if (connection() === 'checking') timer = setTimeout(check, wait);
}

/** While connections fail and the server answers, asks it for what's new. Returns the function that ends that. */
export function followByHttp(): () => void {
  const stops = [
    onConnectionFailing(() => connection() !== 'checking' && void check()),
    onConnectionChange(() => {
      if (connection() === 'checking') return;
      clearTimeout(timer);
      known = before = undefined;
    }),
  ];
  const seen = () => document.visibilityState === 'visible' && connection() === 'checking' && void check();
  document.addEventListener('visibilitychange', seen);
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', seen);
    clearTimeout(timer);
    endChecking();
  };
}
