import { type Typing, typing } from '@hubbub/contract/features/messages/messages.events.ts';
import { notFound } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Caller } from '#platform/realtime/realtime.ts';

/** A kind of room in which people see who is writing. */
export interface TypingRooms {
  /**
   * Whoever is writing in a room, as others see it.
   * @returns undefined: it's no such room, or this socket can't write there. `hidden`: somebody doesn't show it
   */
  writerIn(caller: Caller, roomId: string): Promise<Writer | 'hidden' | undefined>;
}

interface Writer {
  username: string;
  /** Passes it on. */
  tell(payload: Typing): void;
}

/** Milliseconds in which a person is writing in a room only once. */
const pauseMs = 3_000;

/** Passes on that somebody is writing, at most once in three seconds for each room, to those who show it. */
export function registerTyping({ realtime }: Pick<Platform, 'realtime'>, kinds: readonly TypingRooms[]): void {
  const recent = new Set<string>();
  const findWriter = async (caller: Caller, roomId: string) => {
    for (const kind of kinds) {
      const writer = await kind.writerIn(caller, roomId);
      if (writer) return writer;
    }
    return undefined;
  };

  realtime.on('typing', typing, async (caller, given) => {
    const roomId = given.toLowerCase();
    const name = `${caller.userId} ${roomId}`;
    if (recent.has(name)) return;
    const writer = isId(roomId) ? await findWriter(caller, roomId) : undefined;
    if (!writer) throw notFound('Open the conversation or channel first.');
    recent.add(name);
    setTimeout(() => recent.delete(name), pauseMs).unref();
    if (writer !== 'hidden') writer.tell({ conversation: roomId, username: writer.username });
  });
}
