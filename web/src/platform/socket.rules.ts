/**
 * The live connection's state: `down` means that the attempts are used up and something must happen first; `checking` that the server
 * answers, but no connection opens, so that the page asks for what's new while it keeps trying.
 */
export type Connection = 'off' | 'connecting' | 'online' | 'checking' | 'retrying' | 'down';

/** After this many failed connections in a row, a page asks by HTTP. */
export const failuresBeforeChecks = 2;

/** After this many failed attempts in a row, it waits for the network, the tab or a person. */
export const reconnectAttempts = 10;

const firstDelay = 500;
const longestDelay = 5_000;
/** With the time an attempt may take, a connection that's possible again is back within half a minute. */
const delayWhileChecking = 10_000;

/**
 * The backoff before attempt `attempt` (1 is the first), in milliseconds: half a second, doubling up to five, with jitter from `random`
 * (0 to 1), so that not everyone reconnects at the same time when a server comes back. Null when the attempts are used up, which they
 * never are while the page is checking.
 */
export function reconnectDelay(attempt: number, random: number, isChecking = false): number | null {
  if (attempt > reconnectAttempts && !isChecking) return null;
  const delay = isChecking ? delayWhileChecking : Math.min(longestDelay, firstDelay * 2 ** (attempt - 1));
  return Math.round(delay * (0.5 + random / 2));
}
