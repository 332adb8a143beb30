import { randomInt } from 'node:crypto';
import { v7, validate } from 'uuid';
import { type Clock, systemClock } from './clock/clock.ts';

/** A new id: a version 7 UUID, so that ids sort by creation time, both as text and as `uuid` (RFC 9562). */
export type NewId = () => string;

/** The counter within a millisecond has 32 bits, the first of which starts as 0 to leave it room to grow. */
const counts = 2 ** 32;

/**
 * Ids from a clock. They ascend even if it stands still or goes back: in lists sorted by id, new entries never appear below earlier
 * ones.
 */
export function createIds(clock: Clock): NewId {
  let msecs = Number.NEGATIVE_INFINITY;
  let seq = 0;
  return () => {
    const now = clock.now().getTime();
    if (now > msecs) {
      msecs = now;
      seq = randomInt(counts / 2);
    } else {
      seq += 1;
      if (seq === counts) {
        seq = 0;
        msecs += 1;
      }
    }
    return v7({ msecs, seq });
  };
}

/** An id from the machine's clock, for things that aren't listed by id. Those that are get theirs from the platform. */
export const newId = createIds(systemClock);

/** Whether a text can be an id at all; anything else is unknown (404), without asking the database. */
export const isId = (text: string): boolean => validate(text);

/** Stands for an invalid id: no row has it. */
export const noId = '00000000-0000-0000-0000-000000000000';

/** Above every id: the page before it is the first. */
export const lastPossibleId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
