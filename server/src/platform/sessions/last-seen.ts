import type { Database } from '#platform/database/database.ts';
import { updateSeen } from './sessions.queries.ts';

/** How often what was noted is stored, and how many sessions in one statement. */
const interval = 60_000;
const storedAtOnce = 1000;

/** When sessions were last used. It's noted in memory and stored in batches, so that no request waits for it. */
export interface LastSeen {
  note(tokenHash: Buffer): void;
  /** Stores what was noted. If it can't be stored, it's dropped: the next use says the same. */
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
