import type { Log } from '#platform/logging/logging.ts';
import type { Sessions } from '#platform/sessions/sessions.ts';
import { type Membership, sessionPrefix } from './membership.ts';
import { createRecheck } from './recheck.ts';

/** A user in a room; `id` is what follows the prefix. */
export interface Held {
  id: string;
  userId: string;
}

/** Ends sessions and access to rooms when this process may have missed that they're over. */
export interface Rights {
  /** @param over takes the people in rooms with a prefix, and returns those who may no longer be there */
  add(prefix: string, over: (held: readonly Held[]) => Promise<readonly Held[]>): void;
  /** Adds another check to every round. */
  also(refresh: () => Promise<void>): void;
  /** Checks right away; if called meanwhile, checks again after a pause. */
  soon(): void;
  /** Checks one room right away. @returns the users who had to leave it */
  review(room: string): Promise<string[]>;
  close(): void;
}

export function createRights(parts: {
  sessions: Pick<Sessions, 'stillValid'>;
  membership: Pick<Membership, 'named' | 'usersIn' | 'endRoom' | 'leave'>;
  /** Called with people who had to leave a room, and whose pages don't know yet. */
  onLost(userIds: readonly string[]): void;
  log: Log;
}): Rights {
  const { sessions, membership, onLost, log } = parts;
  const others: (() => Promise<void>)[] = [];
  const kinds = new Map<string, (held: readonly Held[]) => Promise<readonly Held[]>>();

  const endSessions = async () => {
    const open = membership.named(sessionPrefix);
    const valid = new Set(await sessions.stillValid(open));
    for (const id of open) if (!valid.has(id)) membership.endRoom(sessionPrefix + id, null);
  };

  const look = async () => {
    await endSessions();
    for (const refresh of others) await refresh();
    for (const [prefix, over] of kinds) {
      const held = membership
        .named(prefix)
        .flatMap((id) => [...membership.usersIn(prefix + id)].map((userId) => ({ id, userId })));
      if (held.length === 0) continue;
      const lost = await over(held);
      for (const { id, userId } of lost) membership.leave(prefix + id, [userId]);
      if (lost.length > 0) onLost([...new Set(lost.map(({ userId }) => userId))]);
    }
  };

  const recheck = createRecheck({ look, log });

  const review = async (room: string) => {
    const [prefix, over] = [...kinds].find(([start]) => room.startsWith(start)) ?? [];
    if (prefix === undefined || over === undefined) return [];
    const held = [...membership.usersIn(room)].map((userId) => ({ id: room.slice(prefix.length), userId }));
    try {
      const out = held.length === 0 ? [] : (await over(held)).map(({ userId }) => userId);
      if (out.length > 0) membership.leave(room, out);
      return out;
    } catch (error) {
      log.warn({ err: error }, 'who may still be in a room could not be checked; all rooms are checked instead');
      recheck.soon();
      return [];
    }
  };

  return {
    add: (prefix, over) => void kinds.set(prefix, over),
    also: (refresh) => void others.push(refresh),
    soon: recheck.soon,
    review,
    close: recheck.close,
  };
}
