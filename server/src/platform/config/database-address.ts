/** How a pooler between the server and PostgreSQL treats connections; `auto`: each connection finds out for itself. */
export type Pooler = 'auto' | 'session' | 'transaction' | 'prepared';

const form = /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?([^@/?#]*)(\/[^?#]*)?(?:\?[^#]*)?$/i;

const hostsOf = (address: string) => (form.exec(address.trim())?.[1] ?? '').split(',');

/** Whether an address names several servers, as libpq's may; the driver only supports one. */
export const namesSeveral = (address: string): boolean => hostsOf(address).length > 1;

/** Whether it's the address of one PostgreSQL server. */
export const isDatabaseAddress = (address: string): boolean =>
  form.test(address.trim()) && URL.canParse(address) && !/:\/\/\/?$/.test(address);

/** An address's host and port, for logs: without the user and password. */
export function placeOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'the database';
}
