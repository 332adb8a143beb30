import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { unavailable } from '#platform/errors/errors.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { Connection } from './connection.ts';
import { isConnectionFailure, isRetryable } from './failures.ts';
import type { Hot } from './hot-connections.ts';
import { type Reads, ReplicaReads } from './replica.ts';
import { openServer } from './server.ts';
import type { Tables } from './tables.ts';

export type { Connection } from './connection.ts';
export {
  brokenReference,
  brokenUnique,
  isConnectionFailure,
  isDiskFull,
  isOutage,
  isUnstorableText,
} from './failures.ts';
export type { Hot, Statement } from './hot-connections.ts';

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
  /** Undefined: the primary answers all reads. */
  reads: Reads | undefined;
  /** Runs `work` in a transaction (read committed); a deadlock or a serialisation failure is tried again, twice. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A plain pool past any pooler, for libraries that bring their own SQL, listen, or hold locks of a session. */
  pool: pg.Pool;
  /** All pools that there are. */
  pools: readonly pg.Pool[];
  /**
   * Waits for a database that is being started again; resolves to whether it answers. Undefined: nobody here starts it again,
   * so there is no use in waiting.
   */
  whenBack: (() => Promise<boolean>) | undefined;
  /** Whether a statement gets an answer; for `/readyz`. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

// Kysely and graphile-worker read bigint counts: they fit a number here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens the connections. Errors of the network become 503. */
export function openDatabase(connection: Connection, log: Log): Database {
  const main = openServer(connection.connectionString, connection.pooler, log);
  const isSplit = connection.directUrl !== undefined && connection.directUrl !== connection.connectionString;
  const direct = isSplit ? openServer(connection.directUrl as string, connection.pooler && 'session', log) : main;
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: main.pool }) });
  const replica =
    connection.replicaUrl === undefined
      ? undefined
      : new ReplicaReads({ address: connection.replicaUrl, pooler: connection.pooler, primary: main.hot, log });
  const ping = () =>
    main.pool.query('select 1').then(
      () => true,
      () => false,
    );
  return {
    hot: replica ?? main.hot,
    writes: main.writes,
    kysely,
    reads: replica,
    pool: direct.pool,
    pools: isSplit ? [main.pool, direct.pool] : [main.pool],
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await kysely.transaction().execute(work);
        } catch (error) {
          if (attempt < 3 && isRetryable(error)) continue;
          throw isConnectionFailure(error) ? Object.assign(unavailable(), { cause: error }) : error;
        }
      }
    },
    whenBack: connection.restarts ? createComeback(ping) : undefined,
    ping,
    async close() {
      await replica?.close();
      await kysely.destroy();
      await Promise.all([main.close(), ...(isSplit ? [direct.close()] : [])]);
    },
  };
}

/** Milliseconds that what reads waits for a database that is being started again, and between two looks. */
const comebackMs = 4500;
const comebackPauseMs = 50;

/** All who wait look together. After a wait in vain nobody waits again before the database has answered. */
function createComeback(ping: () => Promise<boolean>): () => Promise<boolean> {
  let waiting: Promise<boolean> | undefined;
  let isGone = false;
  const wait = async () => {
    const end = performance.now() + comebackMs;
    let isThere = await ping();
    while (!isThere && !isGone && performance.now() < end) {
      await sleep(comebackPauseMs);
      isThere = await ping();
    }
    isGone = !isThere;
    waiting = undefined;
    return isThere;
  };
  return () => {
    waiting ??= wait();
    return waiting;
  };
}
