/** What is known of the live connection: `down` means that the attempts are used up and something must happen first. */
export type Connection = 'off' | 'connecting' | 'online' | 'retrying' | 'down';

/** Specification, section 9: after this many failed attempts in a row it waits for the network, the tab or a person. */
export const reconnectAttempts = 10;

const firstDelay = 500;
const longestDelay = 5_000;

/**
 * Milliseconds before attempt `attempt` (1 is the first): half a second, doubled up to five, spread by `random` (0 to 1) so that
 * a server that comes back is not met by everybody at once. Null when the attempts are used up.
 */
export function reconnectDelay(attempt: number, random: number): number | null {
  if (attempt > reconnectAttempts) return null;
  const delay = Math.min(longestDelay, firstDelay * 2 ** (attempt - 1));
  return Math.round(delay * (0.5 + random / 2));
}
