import type { Pooler } from '#platform/config/database-address.ts';

/** How to reach the database. */
export interface Connection {
  /** The address of the primary, or of a pooler or proxy in front of it. */
  connectionString: string;
  /** An address that bypasses any pooler, for what needs a PostgreSQL session to itself. The same if unset. */
  directUrl?: string | undefined;
  /** What may be in between. Undefined: nothing, as with the embedded database. */
  pooler?: Pooler | undefined;
  /** It's restarted within seconds if it stops, so reads may wait for it. */
  restarts?: boolean | undefined;
  /** A streaming replica for reads. */
  replicaUrl?: string | undefined;
}
