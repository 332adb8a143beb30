import type { Database } from '#platform/database/database.ts';
import { updateSeen } from './sessions.queries.ts';

/** How often the collected uses are stored, and how many sessions one statement updates. */
const interval = 60_000;
const storedAtOnce = 1000;

/** When sessions were last used. Uses are collected in memory and stored in batches, so that no request waits for that. */
export interface LastSeen {
  note(tokenHash: Buffer): void;
  /** Stores the collected uses. If that fails, they're dropped: the next use adds them again. */
  store(): Promise<void>;
  /** Stops storing. */
  close(): void;
}

/** @see LastSeen */
export function createLastSeen(database: Database): LastSeen {
  const noted = new Set<string>();
  const store = async () => {
    const hashes = [...noted].sort().map((text) => Buffer.from(text, 'latin1'));
    noted.clear();
    for (let start = 0; start < hashes.length; start += storedAtOnce) {
      await updateSeen(database.kysely, hashes.slice(start, start + storedAtOnce)).catch(() => undefined);
    }
  };
  const timer = setInterval(() => void store(), interval);
  timer.unref();
  return {
    note: (tokenHash) => void noted.add(tokenHash.toString('latin1')),
    store,
    close: () => clearInterval(timer),
  };
}
