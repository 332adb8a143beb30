import type { Db, Tx } from '#platform/database/database.ts';
import { formatWait, HttpError } from '#platform/errors/errors.ts';
import { secondsToWait } from './messages.rules.ts';
import { lockRoom } from './rooms.queries.ts';
import { findClock, findTurn, noteTurn } from './turns.queries.ts';

/** Somebody who's about to write in a room. */
interface Writer {
  roomId: string;
  userId: string;
  now: Date;
}

/** Seconds until somebody may write in a room with slow mode; 0: now. */
export async function waitIn(db: Db, writer: Writer): Promise<number> {
  const turn = await findTurn(db, writer);
  return !turn || turn.isExcused ? 0 : secondsToWait(turn.slow_mode, turn.written_at, writer.now);
}

/**
 * Takes somebody's turn in a room with slow mode; turns in a room are taken one after another.
 * @throws {HttpError} 429 with how long to wait
 */
export async function takeTurn(tx: Tx, given: Writer): Promise<void> {
  const writer = { ...given, roomId: await findClock(tx, given.roomId) };
  const room = await lockRoom(tx, writer.roomId);
  if (!room || room.slow_mode === 0) return;
  const seconds = await waitIn(tx, writer);
  if (seconds > 0) throw new HttpError(429, slowModeText(seconds), seconds);
  await noteTurn(tx, writer);
}

/** The sentence for people who have to wait. */
const slowModeText = (seconds: number): string =>
  `Slow mode is on here. You can write again in ${formatWait(seconds)}.`;
