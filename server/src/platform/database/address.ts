import type { Config } from '#platform/config/config.ts';

/** How a pooler between the server and PostgreSQL treats connections; `auto`: it is found out at each connection. */
export type Pooler = 'auto' | 'session' | 'transaction' | 'prepared';

/** How to reach the database. */
export interface Connection {
  /** Address of the primary, or of a pooler before it; may name several servers of which one is the primary. */
  connectionString: string;
  /** An address that passes by a pooler: for what needs a session of PostgreSQL to itself. The same if unset. */
  directUrl?: string | undefined;
  /** What may be between. Undefined: nothing, as with the embedded database. */
  pooler?: Pooler | undefined;
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

const form = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/i;

/** What of libpq's `target_session_attrs` a server that writes can live with; all of them mean the primary here. */
const targets = new Set(['any', 'read-write', 'primary']);

/**
 * The addresses of an address that may name several servers as libpq's do, `postgres://user@one:5432,two:5432/hubbub`: one
 * for each. Undefined if it is none.
 */
export function hostsOf(address: string): readonly [string, ...string[]] | undefined {
  const [, start, hosts, path = '', query = ''] = form.exec(address.trim()) ?? [];
  if (start === undefined || hosts === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  if (!targets.has(parameters.get('target_session_attrs') ?? 'any')) return undefined;
  parameters.delete('target_session_attrs');
  const rest = path + (parameters.size > 0 ? `?${parameters}` : '');
  const [first = '', ...others] = hosts.split(',').map((host) => `${start}${host}${rest}`);
  const addresses: readonly [string, ...string[]] = [first, ...others];
  const hasEmpty = hosts.includes(',') && hosts.split(',').some((host) => host === '');
  return !hasEmpty && addresses.every((one) => URL.canParse(one)) ? addresses : undefined;
}

/** The host and port of an address, for logs: without user and password. */
export function placeOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'the database';
}
