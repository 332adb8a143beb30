import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { holdUser } from '#features/accounts/public.ts';
import { invalid, notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { announceLater } from './announce.service.ts';
import { findLocked, findMessage, requireNone } from './changes.service.ts';
import { obstaclesToPinning } from './messages.rules.ts';
import { countPins, readPins, setPin } from './pins.queries.ts';

const tooMany = `A room has at most ${limits.message.pins} pinned messages. Unpin one first.`;

/**
 * Pins a message for everyone who reads its room, or unpins it; doing it again changes nothing.
 * @throws {HttpError} 404 for a message the caller can't read; 422 if they may not pin there, nobody can write there, it's gone, or too many
 * are pinned
 */
export async function pinMessage(
  platform: Platform,
  { userId }: Session,
  { id, isPinned }: { id: string; isPinned: boolean },
): Promise<void> {
  const { db, clock } = platform;
  await db.transaction(async (tx) => {
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    const message = await findLocked(tx, await findMessage(tx, id, userId), userId);
    // Unpinning a message that's gone succeeds: it isn't pinned anymore.
    const gone = isPinned ? {} : { isDeleted: false, isRemoved: false, isShown: true };
    requireNone(obstaclesToPinning({ ...message, ...gone }));
    if (message.isPinned === isPinned) return;
    if (isPinned && (await countPins(tx, message.room_id)) >= limits.message.pins) throw invalid(tooMany);
    await setPin(tx, message, isPinned ? { by: userId, at: clock.now() } : null);
    await announceLater(platform, tx, [{ kind: isPinned ? 'pinned' : 'unpinned', id: message.id, byId: userId }]);
  });
}

/** A room's pinned messages, the latest pin first. @throws {HttpError} 404 with this text for a room the caller can't read */
export async function listPins(
  { db }: Platform,
  { userId }: Session,
  { roomId, notFoundText }: { roomId: string; notFoundText: string },
): Promise<Message[]> {
  const pins = isId(roomId) ? await readPins(db.kysely, userId, roomId) : undefined;
  if (!pins) throw notFound(notFoundText);
  return pins;
}
