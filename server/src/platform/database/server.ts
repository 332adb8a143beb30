import pg from 'pg';
import { type Pooler, placeOf } from '#platform/config/database-address.ts';
import type { Log } from '#platform/logging/logging.ts';
import { noAnswer, type Pipeline, PipelinedConnections } from './pipelined-connections.ts';
import { runTogether } from './together.ts';
import { isSilent, leaveReadOnly, prepareOn, queryByCallback, wireOf } from './wire.ts';

/** More pipelined connections than this were slower on a small machine. */
const readConnections = 4;
const writeConnections = 4;
const poolConnections = 8;

/** All kinds of connections to one address. */
export interface Server {
  reads: Pipeline;
  writes: Pipeline;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens them on first use. */
export function openServer(address: string, pooler: Pooler | undefined, log: Log): Server {
  const onReadOnly = () => {
    reads.renew(false);
    writes.renew(false);
  };
  /** Closes all connections if the server doesn't answer a new one either: a machine that's gone sends nothing. */
  const onSilence = async () => {
    if (pool.ended || !(await isSilent(address))) return;
    log.warn({ host: placeOf(address) }, "the database doesn't respond; closing its connections");
    reads.renew(true);
    writes.renew(true);
    cutPool();
  };
  const common = {
    address,
    pooler,
    log,
    onReadOnly,
    // The embedded database is a child of this process, so its exit is noticed.
    ...(pooler !== undefined && { onSilence }),
  };
  const reads = new PipelinedConnections({ ...common, size: readConnections, repeats: true, gathers: true });
  const writes = new PipelinedConnections({ ...common, size: writeConnections, repeats: false, gathers: false });
  const { pool, cut: cutPool } = openPool(address, pooler, log, onReadOnly);
  return {
    reads: runTogether(reads, readConnections),
    writes,
    pool,
    async close() {
      await Promise.all([reads.close(), writes.close()]);
      // Kysely has already ended the pool if it has used it.
      if (!pool.ended) await pool.end();
    },
  };
}

function openPool(
  address: string,
  pooler: Pooler | undefined,
  log: Log,
  onReadOnly: () => void,
): { pool: pg.Pool; cut(): void } {
  const pool = new pg.Pool({
    connectionString: address,
    max: poolConnections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'hubbub',
    verify: (client, done) => void prepareOn(client, pooler).then(() => done(), done),
  });
  const clients = new Set<pg.PoolClient>();
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  pool.on('connect', (client) => {
    clients.add(client);
    queryByCallback(client);
    leaveReadOnly(client, onReadOnly);
    // A checked-out connection has none of the pool's listeners: without one, losing it would crash the process.
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
    client.on('end', () => clients.delete(client));
  });
  return {
    pool,
    cut() {
      for (const client of clients) wireOf(client).stream.destroy(noAnswer());
    },
  };
}
