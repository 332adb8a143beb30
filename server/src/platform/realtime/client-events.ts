import type { z } from 'zod';
import { isConnectionFailure, isDiskFull } from '#platform/database/database.ts';
import { diskFull, HttpError, NotAllowed, unavailable } from '#platform/errors/errors.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { RefusalLines } from '#platform/logging/refusal-lines.ts';
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts';

/** The person of the socket that an event came from, and what can be done for that socket. */
export interface Caller {
  userId: string;
  /**
   * Joins a room if the rule allows it both before and after, because things may change in between.
   * @throws what the rule throws; then it hasn't joined
   */
  joinIf(room: string, rule: () => Promise<void>): Promise<void>;
  /** Joins a room that no one can lose access to. */
  join(room: string): void;
  leave(room: string): void;
  isIn(room: string): boolean;
  /** Leaves all but so many rooms with a prefix, the ones joined first. */
  keepLast(prefix: string, most: number): void;
  /** From now on this socket gets direct messages from rooms it hasn't joined. */
  takeDirect(): void;
  /**
   * Like `joinIf`. While this socket is in such a room, it gets no direct messages from rooms it hasn't joined, unless its client sorts
   * messages by room. For older clients, which draw every arriving message, it leaves the previous such room.
   */
  showIf: Caller['joinIf'];
}

/** The acknowledgement a client gets for every event it sends with a callback. */
export type Acknowledgement = { ok: true } | { ok: false; error: string };

const refused = (error: string): Acknowledgement => ({ ok: false, error });

/** A feature's handler for an event; if it throws a HttpError, that's the answer. */
type Handler = { schema: z.ZodType; run(caller: Caller, payload: unknown): Promise<void> };

/** Client events: validated, limited, and always acknowledged. */
export interface ClientEvents {
  on<T>(name: string, schema: z.ZodType<T>, run: (caller: Caller, payload: T) => Promise<void>): void;
  /**
   * Handles one event from a socket.
   * @param given its arguments: the payload, and perhaps the acknowledgment
   * @returns false if the socket has sent too many
   */
  handle(caller: Caller, name: string, given: unknown[]): Promise<boolean>;
}

const tooMany = 'Too many events at once. Wait a moment.';

export function createClientEvents({
  limits,
  refusals,
  log,
}: {
  limits: RateLimits;
  refusals: RefusalLines;
  log: Log;
}): ClientEvents {
  const handlers = new Map<string, Handler>();
  const note = ({ userId }: Caller, name: string, limit?: string) => {
    const call = `socket ${handlers.has(name) ? name : 'unknown'}`;
    const security = limit === undefined ? 'not_allowed' : 'rate_limited';
    refusals.write({ security, call, userId, ...(limit !== undefined && { limit }) }, userId);
  };

  const answer = async (caller: Caller, name: string, payload: unknown): Promise<Acknowledgement> => {
    try {
      if (!(await limits.allows('socket-events', caller.userId))) {
        note(caller, name, 'socket-events');
        return refused(tooMany);
      }
      const handler = handlers.get(name);
      if (!handler) return refused("There's no such event.");
      const checked = handler.schema.safeParse(payload);
      if (!checked.success) return refused(checked.error.issues[0]?.message ?? "This event's payload isn't valid.");
      await handler.run(caller, checked.data);
      return { ok: true };
    } catch (error) {
      if (error instanceof NotAllowed) note(caller, name);
      if (error instanceof HttpError) return refused(error.message);
      if (isDiskFull(error)) return refused(diskFull().message);
      if (isConnectionFailure(error)) return refused(unavailable().message);
      log.error({ err: error, event: name }, 'an event of a socket failed');
      return refused('Something went wrong on the server. Try again in a moment.');
    }
  };

  return {
    on(name, schema, run) {
      handlers.set(name, { schema, run: (caller, payload) => run(caller, payload as never) });
    },
    async handle(caller, name, given) {
      const last = given.at(-1);
      const acknowledge = typeof last === 'function' ? last : undefined;
      const answered = await answer(caller, name, given[0] === acknowledge ? undefined : given[0]);
      acknowledge?.(answered);
      return !('error' in answered && answered.error === tooMany);
    },
  };
}
