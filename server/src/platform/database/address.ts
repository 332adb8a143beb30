/** How a pooler between the server and PostgreSQL treats connections; `auto`: it is found out at each connection. */
export type Pooler = 'auto' | 'session' | 'transaction' | 'prepared';

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
