import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { unavailable } from '#platform/errors/errors.ts';
import type { Log } from '#platform/logging/logging.ts';
import { type Hot, HotConnections } from './hot-connections.ts';
import type { Tables } from './tables.ts';

export type { Hot, Statement } from './hot-connections.ts';

/** How to reach the database. */
export type Connection = pg.ClientConfig;
/** A transaction; queries that take one take part in it. */
export type Tx = Transaction<Tables>;
/** The pool or a transaction. */
export type Db = Kysely<Tables>;

export interface Database {
  /** For statements that read. */
  hot: Hot;
  /** For statements that write: those wait for locks and for the disk, and no read shall wait behind them. */
  writes: Hot;
  kysely: Db;
  /** Runs `work` in a transaction (read committed); a deadlock or a serialisation failure is tried again, twice. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The plain pool, for libraries that bring their own SQL. */
  pool: pg.Pool;
  /** Whether a statement gets an answer; for `/readyz`. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** More than this many pipelined connections were slower on a small machine (docs/decisions). */
const hotConnections = 4;
const writeConnections = 4;
const poolConnections = 8;

// Kysely and graphile-worker read bigint counts: they fit a number here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens the connections. Errors of the network become 503. */
export function openDatabase(connection: Connection, log: Log): Database {
  const pool = new pg.Pool({
    ...connection,
    max: poolConnections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    application_name: 'hubbub',
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  // A connection that is lent out has no listener of the pool's: without one its loss would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')),
  );
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const hot = new HotConnections(connection, hotConnections, log);
  const writes = new HotConnections(connection, writeConnections, log);
  return {
    hot,
    writes,
    kysely,
    pool,
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await kysely.transaction().execute(work);
        } catch (error) {
          if (attempt < 3 && isRetryable(error)) continue;
          throw isConnectionFailure(error) ? unavailable() : error;
        }
      }
    },
    async ping() {
      try {
        await pool.query('select 1');
        return true;
      } catch {
        return false;
      }
    },
    async close() {
      await Promise.all([hot.close(), writes.close()]);
      await kysely.destroy();
      // Kysely ends the pool only if it has used it.
      if (!pool.ended) await pool.end();
    },
  };
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** 40001 serialization_failure, 40P01 deadlock_detected (PostgreSQL, appendix A). */
const isRetryable = (error: unknown) => codeOf(error) === '40001' || codeOf(error) === '40P01';

/** Whether the database could not be reached or ended the connection (class 08 and 57P, or the socket's own errors). */
export function isConnectionFailure(error: unknown): boolean {
  const code = codeOf(error);
  return (
    /^(08...|57P0[1-3])$/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'].includes(code) ||
    (error instanceof Error && /Connection terminated|timeout exceeded when trying to connect/.test(error.message))
  );
}

/** Whether a text has a character that PostgreSQL cannot hold, U+0000 (22021 character_not_in_repertoire). */
export const isUnstorableText = (error: unknown): boolean => codeOf(error) === '22021';

/** The name of the unique index or constraint that a write broke; undefined if it was something else (23505). */
export function brokenUnique(error: unknown): string | undefined {
  return codeOf(error) === '23505' && typeof error === 'object' && error !== null && 'constraint' in error
    ? String(error.constraint)
    : undefined;
}
