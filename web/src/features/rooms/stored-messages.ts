import type { Page, Room } from '#features/rooms/timeline.ts';
import { deleteAnswer, storeAnswers, storedAnswer } from '#platform/answer-store.ts';
import { ApiError, mayPass } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { storedUser } from '#platform/session.ts';
import { patience, showStored } from '#platform/stored-answers.ts';

/** How many of a room's newest messages can be read offline. */
const most = 200;
/** How many messages are loaded at once. */
const pageSize = 100;
/** Milliseconds for which changes are collected before they're stored. */
const collecting = 1_000;

/** What's to be stored, and whose it is. */
const changed = new Map<string, { userId: string; page: Page }>();

const keyOf = (roomId: string): string => `messages ${roomId}`;
const isOff = (): boolean => typeof indexedDB === 'undefined';

function storeChanged(): void {
  const pages = [...changed];
  changed.clear();
  const user = storedUser();
  if (user === null) return;
  const at = Date.now();
  const answers = pages
    .filter(([, { userId }]) => userId === user.user_id)
    .map(([roomId, { page }]) => ({ key: keyOf(roomId), at, text: JSON.stringify(page) }));
  storeAnswers(user.user_id, answers).catch((error: unknown) => logError("Couldn't store messages", error));
}

/** Stores the newest messages of a room, without gaps, for when there's no connection. */
export function storeMessages(roomId: string, { messages, revision }: Page): void {
  const user = storedUser();
  if (user === null || isOff()) return;
  if (changed.size === 0) setTimeout(storeChanged, collecting);
  changed.set(roomId, { userId: user.user_id, page: { messages: messages.slice(-most), revision } });
}

/**
 * Stores the newest messages of a room that isn't open, unless they're stored already. Nothing is marked as read.
 * @param newest the id of its newest message, where it's known
 */
export async function storeAhead(room: Room, newest: string | undefined): Promise<void> {
  const user = storedUser();
  if (user === null || isOff() || changed.has(room.id)) return;
  const stored = await storedPage(room.id);
  if (newest !== undefined && stored?.page.messages.at(-1)?._id === newest) return;
  const { messages, revision } = await room.load({ mark: 'false' });
  const [first] = messages;
  const isAll = first === undefined || messages.length < pageSize;
  const older = isAll ? [] : (await room.load({ before: first._id })).messages;
  if (storedUser()?.user_id === user.user_id) storeMessages(room.id, { messages: [...older, ...messages], revision });
}

/** Forgets the stored messages of a room that was deleted, or closed to this person. */
export function forgetMessages(roomId: string): void {
  changed.delete(roomId);
  showStored(keyOf(roomId), undefined);
  const user = storedUser();
  if (user === null || isOff()) return;
  deleteAnswer(user.user_id, keyOf(roomId)).catch((error: unknown) => logError("Couldn't delete messages", error));
}

/** The stored messages of a room aren't on the screen anymore. */
export const hideStored = (roomId: string): void => showStored(keyOf(roomId), undefined);

async function storedPage(roomId: string): Promise<{ page: Page; at: number } | undefined> {
  const user = storedUser();
  if (user === null || isOff()) return undefined;
  const answer = await storedAnswer(user.user_id, keyOf(roomId));
  if (answer === undefined || storedUser()?.user_id !== user.user_id) return undefined;
  return { page: JSON.parse(answer.text) as Page, at: answer.at };
}

/** Shows what's stored of a room, if anything is. */
async function fromStore(roomId: string): Promise<Page | undefined> {
  const stored = await storedPage(roomId).catch(() => undefined);
  if (stored !== undefined) showStored(keyOf(roomId), stored.at);
  return stored?.page;
}

/** What's being loaded, or what's stored if there's no answer for a while. */
async function loadedOrStored(loading: Promise<Page>, roomId: string): Promise<Page> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience);
  });
  const loaded = await Promise.race([loading, late]).finally(() => clearTimeout(timer));
  const stored = loaded === undefined ? await fromStore(roomId) : undefined;
  if (stored === undefined) return await answered(loading, roomId);
  loading.catch((error: unknown) => forgetRefused(roomId, error));
  return stored;
}

async function answered(loading: Promise<Page>, roomId: string): Promise<Page> {
  const page = await loading;
  hideStored(roomId);
  return page;
}

/** Forgets a room's messages if the server doesn't give them to this person. */
function forgetRefused(roomId: string, error: unknown): void {
  if (error instanceof ApiError && !mayPass(error)) forgetMessages(roomId);
}

/**
 * The same room, whose newest messages come from the store while there's no connection, or one that hangs. Newer ones come with the next
 * catch-up.
 */
export function readableOffline(room: Room): Room {
  return {
    ...room,
    async load(page) {
      const isNewest = Object.keys(page).length === 0;
      try {
        return await (isNewest ? loadedOrStored : answered)(room.load(page), room.id);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        forgetRefused(room.id, error);
        const stored = mayPass(error) && isNewest ? await fromStore(room.id) : undefined;
        if (stored === undefined) throw error;
        return stored;
      }
    },
  };
}
