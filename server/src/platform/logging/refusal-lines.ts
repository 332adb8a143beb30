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

/** The most lines of a kind about one person or network a day, so that nobody fills the log. */
const mostOfOne = 20;
/** The most about all people, and as many about all networks: whoever has many networks doesn't hide what's refused in sessions. */
const mostOfAll = 10_000;
/** The lines about networks after which IPv6 addresses count by their /48, of which one person may have all. */
const mostNarrow = 5000;

/**
 * The last line before none of somebody or of a kind are written anymore that day (UTC) says `more: false`. Each process counts its own.
 * @param widerOf the network that counts together with others of the same owner
 */
export function createRefusalLines(log: Log, clock: Clock, widerOf: (network: string) => string): RefusalLines {
  let day = '';
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  const add = (key: string) => {
    const count = countOf(key) + 1;
    counts.set(key, count);
    return count;
  };
  return {
    write(line, network) {
      const today = clock.now().toISOString().slice(0, 10);
      if (today !== day) counts.clear();
      day = today;
      const { security, userId } = line;
      const all = `${security} of all ${userId === undefined ? 'networks' : 'people'}`;
      const whose = `${security} of ${userId ?? (countOf(all) < mostNarrow ? network : widerOf(network))}`;
      // Nobody is counted whose lines aren't written, so that the counts need no more room than the lines.
      if (countOf(all) >= mostOfAll || countOf(whose) >= mostOfOne) return;
      const isLast = add(whose) === mostOfOne;
      const isLastOfAll = add(all) === mostOfAll;
      log.info({ ...line, ...((isLast || isLastOfAll) && { more: false }) }, 'security event');
    },
  };
}
