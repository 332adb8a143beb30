import type { Config } from '#platform/config/config.ts';
import type { Pooler } from '#platform/config/database-address.ts';

/** How to reach the database. */
export interface Connection {
  /** Address of the primary, or of a pooler or proxy in front of it. */
  connectionString: string;
  /** An address that passes by a pooler: for what needs a session of PostgreSQL to itself. The same if unset. */
  directUrl?: string | undefined;
  /** What may be between. Undefined: nothing, as with the embedded database. */
  pooler?: Pooler | undefined;
  /** It is started again when it ends, within seconds: what reads may wait for it. */
  restarts?: boolean | undefined;
  /** A streaming replica that reads may go to. */
  replicaUrl?: string | undefined;
}

/** What the settings say of the database; undefined: it is the embedded one. */
export function connectionOf(config: Config): Connection | undefined {
  if (config.databaseUrl === undefined) return undefined;
  return {
    connectionString: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    pooler: config.databasePooler,
    replicaUrl: config.databaseReplicaUrl,
  };
}
