import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { Pooler } from '#platform/config/database-address.ts';
import { readOnlyCode } from './failures.ts';

/** What pg's types leave out. */
interface Wire {
  connection: {
    stream: Duplex;
    on(event: 'errorMessage', listener: (message: { code?: string }) => void): void;
  };
}

export const wireOf = (client: pg.ClientBase) => (client as unknown as Wire).connection;

/** Poolers number their connections themselves, so the number isn't that of PostgreSQL's process. */
export const isDirect = (client: pg.ClientBase, pid: number) => (client as { processID?: number }).processID === pid;

/** Whether a connection stays with one session of PostgreSQL, so that statements can be prepared by name. */
export async function keepsSession(client: pg.ClientBase, pooler: Pooler | undefined): Promise<boolean> {
  if (pooler !== 'auto') return pooler !== 'transaction';
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return isDirect(client, rows[0]?.pid ?? 0);
}

type Query = (...given: unknown[]) => unknown;

/** The names of statements that a pool's connections prepare, by their texts. */
const preparedNames = new Map<string, string>();

/** A pool's connections on which statements can be prepared by name. */
const preparing = new WeakSet<pg.ClientBase>();

/** Has the statement with this text prepared, from now on, by connections that `prepareOn` was given. */
export function prepareText(text: string): void {
  if (!preparedNames.has(text)) preparedNames.set(text, `prepared-${preparedNames.size}`);
}

/** Has a connection prepare statements, if it stays with one session of PostgreSQL. */
export async function prepareOn(client: pg.PoolClient, pooler: Pooler | undefined): Promise<void> {
  if (await keepsSession(client, pooler)) preparing.add(client);
}

/** A query's text and values as an object that names the statement, if it's one to prepare. */
function named(given: readonly unknown[]): readonly unknown[] {
  const [text, values] = given;
  const name = typeof text === 'string' ? preparedNames.get(text) : undefined;
  return name === undefined ? given : [{ name, text, values }];
}

/**
 * Has a connection run its queries by callback, and makes their promises here. With the promises that pg makes, V8 keeps each result
 * until its next full collection, so that reading many rows in a row keeps all of them in memory for a while.
 */
export function queryByCallback(client: pg.PoolClient): void {
  const wrapped = client as unknown as { query: Query };
  const query = wrapped.query.bind(client);
  wrapped.query = (...given) => {
    const isQueryObject = typeof (given[0] as { submit?: unknown }).submit === 'function';
    if (isQueryObject || given.some((each) => typeof each === 'function')) return query(...given);
    return new Promise((resolve, reject) => {
      query(...(preparing.has(client) ? named(given) : given), (error: Error | null, result: unknown) =>
        error ? reject(error) : resolve(result),
      );
    }).catch((error: unknown) => {
      // The stack leads from here to the caller, like pg's own.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  };
}

/**
 * Closes a connection whose server turns out not to write anymore: after a failover the address leads elsewhere, but connections opened
 * earlier may not.
 */
export function leaveReadOnly(client: pg.Client | pg.PoolClient, onReadOnly: () => void): void {
  wireOf(client).on('errorMessage', ({ code }) => {
    if (code !== readOnlyCode) return;
    // The error is handed to its query first.
    setImmediate(() => void (client as pg.Client).end().catch(() => undefined));
    onReadOnly();
  });
}

/** Milliseconds a server whose connections are silent has to answer a new one. */
const silenceMs = 3000;

/** Whether a server doesn't answer a new connection. One that refuses it, because it's full or shutting down, does answer. */
export async function isSilent(address: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => undefined);
  // The answer may have arrived while this process was busy: it's read before the connection is cut.
  const late = setTimeout(() => setImmediate(() => setTimeout(() => wireOf(client).stream.destroy(), 50)), silenceMs);
  try {
    await client.connect();
    await client.query('select 1');
    return false;
  } catch (error) {
    return !(error instanceof pg.DatabaseError);
  } finally {
    clearTimeout(late);
    void client.end().catch(() => undefined);
  }
}
