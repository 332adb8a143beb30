import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { unavailable } from '#platform/errors/errors.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { Connection } from './connection.ts';
import { isConnectionFailure, isRetryable } from './failures.ts';
import type { Pipeline } from './pipelined-connections.ts';
import { type Replica, ReplicaReads } from './replica.ts';
import { openServer } from './server.ts';
import type { Tables } from './tables.ts';

export type { Connection } from './connection.ts';
export {
  isConnectionFailure,
  isDiskFull,
  isOutage,
  isUnstorableText,
  uniqueViolation,
} from './failures.ts';
export type { Pipeline, Statement } from './pipelined-connections.ts';

/** A transaction; queries that accept one take part in it. */
export type Tx = Transaction<Tables>;
/** What a transaction leaves to do once it's committed. */
export type Effects = (() => unknown)[];
/** The pool or a transaction. */
export type Db = Kysely<Tables>;

export interface Database {
  /** For read statements. */
  reads: Pipeline;
  /** For write statements: those wait for locks and the disk, and no read should wait behind them. */
  writes: Pipeline;
  kysely: Db;
  /** Undefined: the primary answers all reads. */
  replica: Replica | undefined;
  /**
   * Runs `work` in a transaction (read committed); retries twice after a deadlock or serialization failure. The `effects` that the
   * successful attempt collected run after the commit, which is over once they are.
   */
  transaction<T>(work: (tx: Tx, effects: Effects) => Promise<T>): Promise<T>;
  /** A plain pool that bypasses any pooler, for libraries that bring their own SQL, listen, or hold session locks. */
  pool: pg.Pool;
  /** All existing pools. */
  pools: readonly pg.Pool[];
  /**
   * Waits for a database that's being restarted; resolves to whether it answers. Undefined: no one here restarts it, so there's no
   * point in waiting.
   */
  waitForRecovery: (() => Promise<boolean>) | undefined;
  /** Whether the database answers a statement; for `/readyz`. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

// Kysely and graphile-worker read bigint counts, which fit into a number here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens the connections. Network errors become 503. */
export function openDatabase(connection: Connection, log: Log): Database {
  const main = openServer(connection.connectionString, connection.pooler, log);
  const isSplit = connection.directUrl !== undefined && connection.directUrl !== connection.connectionString;
  const direct = isSplit ? openServer(connection.directUrl as string, connection.pooler && 'session', log) : main;
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: main.pool }) });
  const replica =
    connection.replicaUrl === undefined
      ? undefined
      : new ReplicaReads({ address: connection.replicaUrl, pooler: connection.pooler, primary: main.reads, log });
  const ping = () =>
    main.pool.query('select 1').then(
      () => true,
      () => false,
    );
  return {
    reads: replica ?? main.reads,
    writes: main.writes,
    kysely,
    replica,
    pool: direct.pool,
    pools: isSplit ? [main.pool, direct.pool] : [main.pool],
    async transaction(work) {
      const { result, effects } = await attempt(kysely, work);
      await Promise.all(effects.map((effect) => effect()));
      return result;
    },
    waitForRecovery: connection.restarts ? createRecoveryWait(ping) : undefined,
    ping,
    async close() {
      await replica?.close();
      await kysely.destroy();
      await Promise.all([main.close(), ...(isSplit ? [direct.close()] : [])]);
    },
  };
}

async function attempt<T>(kysely: Db, work: (tx: Tx, effects: Effects) => Promise<T>) {
  for (let attempts = 1; ; attempts += 1) {
    const effects: Effects = [];
    try {
      return { result: await kysely.transaction().execute((tx) => work(tx, effects)), effects };
    } catch (error) {
      if (attempts < 3 && isRetryable(error)) continue;
      throw isConnectionFailure(error) ? Object.assign(unavailable(), { cause: error }) : error;
    }
  }
}

/** Milliseconds that reads wait for a database that's being restarted, and between two checks. */
const recoveryTimeoutMs = 4500;
const comebackPauseMs = 50;

/** Everyone waiting shares one check. After a wait fails, no one waits again until the database has answered. */
function createRecoveryWait(ping: () => Promise<boolean>): () => Promise<boolean> {
  let waiting: Promise<boolean> | undefined;
  let isGone = false;
  const wait = async () => {
    const end = performance.now() + recoveryTimeoutMs;
    let isReachable = await ping();
    while (!isReachable && !isGone && performance.now() < end) {
      await sleep(comebackPauseMs);
      isReachable = await ping();
    }
    isGone = !isReachable;
    waiting = undefined;
    return isReachable;
  };
  return () => {
    waiting ??= wait();
    return waiting;
  };
}
