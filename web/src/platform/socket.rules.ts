/** The live connection's state: `down` means that the attempts are used up and something must happen first. */
export type Connection = 'off' | 'connecting' | 'online' | 'retrying' | 'down';

/** Specification, section 9: after this many failed attempts in a row, it waits for the network, the tab or a person. */
export const reconnectAttempts = 10;

const firstDelay = 500;
const longestDelay = 5_000;

/**
 * The backoff before attempt `attempt` (1 is the first), in milliseconds: half a second, doubling up to five, with jitter from `random`
 * (0 to 1), so that not everyone reconnects at the same time when a server comes back. Null when the attempts are used up.
 */
export function reconnectDelay(attempt: number, random: number): number | null {
  if (attempt > reconnectAttempts) return null;
  const delay = Math.min(longestDelay, firstDelay * 2 ** (attempt - 1));
  return Math.round(delay * (0.5 + random / 2));
}
