import { randomInt } from 'node:crypto';
import { v7, validate } from 'uuid';
import { type Clock, systemClock } from './clock/clock.ts';

/** A new id: a UUID of version 7, so that ids sort by creation, as text and as `uuid` (RFC 9562). */
export type NewId = () => string;

/** The count within a millisecond has 32 bits, of which the first is left for it to grow. */
const counts = 2 ** 32;

/** Ids by a clock. They ascend even while it stands still or goes back: what is listed by id never shows below what came before. */
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

/** An id by the machine's clock, for what is listed by nothing. Things that are listed by id take theirs of the platform. */
export const newId = createIds(systemClock);

/** Whether a text can be an id at all; what cannot be one is unknown (404) without a look at the database. */
export const isId = (text: string): boolean => validate(text);

/** Stands for an id that cannot be one: no row has it. */
export const noId = '00000000-0000-0000-0000-000000000000';

/** Above every id: a page before it is the first. */
export const lastPossibleId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
