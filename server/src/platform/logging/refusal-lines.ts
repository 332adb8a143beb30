import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from './logging.ts';

/** A refused request, without anything that somebody typed. */
export interface RefusalLine {
  /** `not_allowed`: the caller may not do it, or may not know about it. `rate_limited`: they did it too often. */
  security: 'not_allowed' | 'rate_limited';
  /** The call, such as `GET /v1/posts/:id` with the names of its parameters, or `socket joinChannel`. */
  call: string;
  /** Undefined: there's no session, or its user isn't known. */
  userId: string | undefined;
  address?: string | undefined;
  requestId?: string;
  status?: number;
  /** The limit that's used up. */
  limit?: string | undefined;
}

/** Writes log lines about refusals that nothing else records. */
export interface RefusalLines {
  /** @param network as returned by `networkOf`: refusals without a person count by it */
  write(line: RefusalLine, network: string): void;
}

/** The most lines of a kind per person or network and day, so that nobody fills the log. */
const mostOfOne = 20;
/** The most about all people, and as many about all networks, so that somebody with many networks can't hide refusals in sessions. */
const mostOfAll = 10_000;
/** The number of lines about networks beyond which IPv6 addresses count by their /48, since one person may have all of it. */
const mostNarrow = 5000;

/**
 * The last line about a person, a network or a kind for the day (UTC) has `more: false`. Each process counts its own.
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
      // People and networks whose lines aren't written anymore aren't counted, so that the counts stay as few as the lines.
      if (countOf(all) >= mostOfAll || countOf(whose) >= mostOfOne) return;
      const isLast = add(whose) === mostOfOne;
      const isLastOfAll = add(all) === mostOfAll;
      log.info({ ...line, ...((isLast || isLastOfAll) && { more: false }) }, 'security event');
    },
  };
}
