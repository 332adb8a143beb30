import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { unavailable } from '#platform/errors/errors.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { Pooler } from './address.ts';
import type { Connection } from './connection.ts';
import { isConnectionFailure, isRetryable } from './failures.ts';
import { type Hot, HotConnections, noAnswer } from './hot-connections.ts';
import { Primary, wireOf } from './primary.ts';
import { type Reads, ReplicaReads } from './replica.ts';
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
  /** Finds the primary among several servers, before anything else is asked; not finding it is no failure. */
  reach(): Promise<void>;
  /**
   * Waits for a database that is being started again; resolves to whether it answers. Undefined: nobody here starts it again,
   * so there is no use in waiting.
   */
  whenBack: (() => Promise<boolean>) | undefined;
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
    async reach() {
      await Promise.all([main.reach(), direct.reach()]);
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

interface Server {
  hot: HotConnections;
  writes: HotConnections;
  pool: pg.Pool;
  reach(): Promise<void>;
  close(): Promise<void>;
}

/** Connections of all kinds, made when they are first used, to the primary that an address names or leads to. */
function openServer(address: string, pooler: Pooler | undefined, log: Log): Server {
  const primary = new Primary({
    address,
    pooler,
    log,
    onMoved(gone) {
      hot.renew(gone);
      writes.renew(gone);
      renewPool(gone);
    },
  });
  const hot = new HotConnections({ primary, size: hotConnections, log, repeats: true });
  const writes = new HotConnections({ primary, size: writeConnections, log, repeats: false });
  const { pool, renew: renewPool } = openPool(primary, log);
  return {
    hot,
    writes,
    pool,
    reach: () => primary.reach(),
    async close() {
      primary.close();
      await Promise.all([hot.close(), writes.close()]);
      // Kysely has ended the pool if it has used it.
      if (!pool.ended) await pool.end();
    },
  };
}

function openPool(primary: Primary, log: Log): { pool: pg.Pool; renew(gone: boolean): void } {
  /** Those that are still being made among them. */
  const made = new Set<pg.Client>();
  /** Is made when a connection is needed, and goes to where the primary is then. */
  class Client extends pg.Client {
    constructor(options?: string | pg.ClientConfig) {
      super({ ...(typeof options === 'object' ? options : {}), connectionString: primary.address });
      made.add(this);
      const noConnection = () => primary.suspect();
      wireOf(this).on('end', noConnection);
      this.once('connect', () => wireOf(this).off('end', noConnection));
      wireOf(this).on('end', () => made.delete(this));
    }
  }
  const pool = new pg.Pool({
    Client,
    max: poolConnections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'hubbub',
    onConnect: async (client) => {
      await primary.welcome(client);
    },
  });
  const clients = new Set<pg.PoolClient>();
  pool.on('error', (error) => {
    log.warn({ err: error }, 'an idle database connection was lost');
    primary.suspect();
  });
  pool.on('connect', (client) => {
    clients.add(client);
    // A connection that is lent out has no listener of the pool's: without one its loss would end the process.
    client.on('error', (error) => {
      log.warn({ err: error }, 'a database connection was lost');
      primary.suspect();
    });
    client.on('end', () => clients.delete(client));
  });
  return {
    pool,
    renew(gone) {
      if (gone) for (const client of made) wireOf(client).stream.destroy(noAnswer());
      // An error is what makes the pool let go of one that is idle; one that is lent out ends with its work.
      for (const client of clients) client.emit('error', new Error('The primary of the database moved.'));
    },
  };
}
