import { typing } from '@hubbub/contract/features/rooms/rooms.events.ts';
import { findShowing } from '#features/relations/public.ts';
import { notFound } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Caller } from '#platform/realtime/realtime.ts';
import { kindOf, kinds } from './kinds.kind.ts';
import { findWriter } from './rooms.queries.ts';

/** For this many milliseconds, a person's typing in a room is announced only once. */
const pauseMs = 3_000;

/** Announces that somebody is writing to people who have the room open, at most once in three seconds per room. */
export function registerTyping({ realtime, db }: Pick<Platform, 'realtime' | 'db'>): void {
  const recent = new Set<string>();

  /** @returns a function that announces it; undefined: there's no such room, or this socket's person can't write there */
  const findTelling = async (caller: Caller, roomId: string): Promise<(() => void) | undefined> => {
    const shown = kinds.find(
      ({ prefix, showsTyping }) => showsTyping === 'where-shown' && caller.isIn(prefix + roomId),
    );
    if (shown) {
      const username = await findShowing(db.reads, caller.userId);
      if (username === undefined) return () => undefined;
      const said = { conversation: roomId, username };
      return () => realtime.toOthersIn(shown.prefix + roomId, 'typing', said, caller.userId);
    }
    const writer = await findWriter(db.reads, caller.userId, roomId);
    if (!writer) return undefined;
    const { kind, others, username } = writer;
    return () => kindOf(kind).tell(realtime, others, 'typing', { conversation: roomId, username });
  };

  realtime.on('typing', typing, async (caller, given) => {
    const roomId = given.toLowerCase();
    const name = `${caller.userId} ${roomId}`;
    if (recent.has(name)) return;
    const tell = isId(roomId) ? await findTelling(caller, roomId) : undefined;
    if (!tell) throw notFound('Open the conversation or channel first.');
    // Another one may have been passed on while this one was looked up.
    if (recent.has(name)) return;
    recent.add(name);
    setTimeout(() => recent.delete(name), pauseMs).unref();
    tell();
  });
}
