import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from './logging.ts';

/** Something that was refused, without anything that somebody typed. */
export interface RefusalLine {
  /** `not_allowed`: the caller may not do it, or may not know of it. `rate_limited`: they did it too often. */
  security: 'not_allowed' | 'rate_limited';
  /** What was called, such as `GET /v1/posts/:id` with the names of its parameters, or `socket joinChannel`. */
  call: string;
  /** Undefined: nobody with a session, or it isn't known whose it is. */
  userId: string | undefined;
  address?: string | undefined;
  requestId?: string;
  status?: number;
  /** The limit that's used up. */
  limit?: string | undefined;
}

/** Lines about refusals that nothing else records. */
export interface RefusalLines {
  /** @param network as returned by `networkOf`: whose refusals count together if there's no person */
  write(line: RefusalLine, network: string): void;
}

/** The most lines of a kind about one person or network a day, and about all of them, so that nobody fills the log. */
const mostOfOne = 20;
const mostOfAll = 10_000;

/** The last line before none of somebody or of a kind are written anymore that day (UTC) says `more: false`. Each process counts its own. */
export function createRefusalLines(log: Log, clock: Clock): RefusalLines {
  let day = '';
  const counts = new Map<string, number>();
  const add = (key: string) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
  return {
    write(line, network) {
      const today = clock.now().toISOString().slice(0, 10);
      if (today !== day) counts.clear();
      day = today;
      const whose = `${line.security} of ${line.userId ?? network}`;
      // Nobody is counted whose lines aren't written, so that the counts need no more room than the lines.
      if ((counts.get(line.security) ?? 0) >= mostOfAll || (counts.get(whose) ?? 0) >= mostOfOne) return;
      const isLast = add(whose) === mostOfOne;
      const isLastOfAll = add(line.security) === mostOfAll;
      log.info({ ...line, ...((isLast || isLastOfAll) && { more: false }) }, 'security event');
    },
  };
}
