import { AsyncLocalStorage } from 'node:async_hooks';
import { type Pooler, placeOf } from '#platform/config/database-address.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { ReplicaState } from '#platform/metrics/metrics.ts';
import { isConnectionFailure } from './failures.ts';
import { type Pipeline, PipelinedConnections, type Statement } from './pipelined-connections.ts';
import { runTogether } from './together.ts';

/** Maximum age of a replica's answers, in milliseconds: a session that ended elsewhere must be gone within a second. */
const oldestMs = 800;
/** How often to check the replica's position, in milliseconds. */
const askMs = 150;
/** Milliseconds without an answer after which the replica counts as gone. */
const patienceMs = 1000;
const connections = 4;

/** A position in the primary's write-ahead log, in bytes from its beginning (`pg_lsn`). */
export type Position = number;

/** Before any change: for a person who hasn't written anything lately. */
export const nowhere: Position = 0;
/** After any change: for a person who has written something at an unknown position. */
export const everywhere: Position = Number.MAX_SAFE_INTEGER;

const writtenStatement: Statement = {
  name: 'replica-written',
  text: `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as position`,
};

const replayedStatement: Statement = {
  name: 'replica-replayed',
  text: `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end
    - '0/0'::pg_lsn)::float8 as position`,
};

async function ask(pipeline: Pipeline, statement: Statement): Promise<Position> {
  const [row] = await pipeline.query<{ position: Position }>(statement, []);
  return row?.position ?? everywhere;
}

/** Where a request's reads may go, and what it must be able to see (docs/decisions/0007). */
export interface Replica {
  /** Runs a request that must see all changes up to a position. Anything not run this way reads from the primary. */
  seeing<T>(position: Position, work: () => T): T;
  /** A position after everything committed so far. */
  written(): Promise<Position>;
  /** For the people who operate it. */
  state(): ReplicaState;
}

export interface ReplicaOptions {
  address: string;
  pooler: Pooler | undefined;
  /** Runs statements on the primary. */
  primary: Pipeline;
  log: Log;
}

/**
 * Reads through a replica: a statement that tolerates lag goes there if the replica has replayed everything its request has written,
 * and is known to be no more than `oldestMs` behind. Everything else goes to the primary, and so does whatever the replica fails at or
 * doesn't find.
 */
export class ReplicaReads implements Pipeline, Replica {
  readonly #options: ReplicaOptions;
  readonly #connections: PipelinedConnections;
  readonly #pipeline: Pipeline;
  readonly #context = new AsyncLocalStorage<Position>();
  readonly #timer: NodeJS.Timeout;
  /** The primary's positions over time: the newest one the replica has passed tells how old its state is. */
  #marks: { at: number; position: Position }[] = [];
  #freshUntil = 0;
  /** A moment up to which the replica has all changes. Before the first check, all we know is how long ago that is. */
  #currentAt = performance.now();
  readonly #reads = { replica: 0, primary: 0 };
  #replayed: Position = nowhere;
  #isAsking = false;
  #wasUsed: boolean | undefined;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    const { address, pooler, log } = options;
    this.#connections = new PipelinedConnections({
      address,
      pooler,
      size: connections,
      log,
      repeats: false,
      gathers: true,
    });
    this.#pipeline = runTogether(this.#connections, connections);
    this.#timer = setInterval(() => void this.#look(), askMs).unref();
  }

  seeing<T>(position: Position, work: () => T): T {
    return this.#context.run(position, work);
  }

  async written(): Promise<Position> {
    try {
      return await ask(this.#options.primary, writtenStatement);
    } catch {
      return everywhere;
    }
  }

  async query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const { primary } = this.#options;
    if (!statement.mayLag) return await primary.query(statement, values);
    if (this.#maySee(this.#context.getStore())) {
      try {
        const rows = await this.#pipeline.query<Row>(statement, values);
        if (isFound(rows[0])) {
          this.#reads.replica += 1;
          return rows;
        }
      } catch (error) {
        if (isConnectionFailure(error)) this.#freshUntil = 0;
      }
    }
    this.#reads.primary += 1;
    return await primary.query(statement, values);
  }

  state(): ReplicaState {
    const now = performance.now();
    return { lag: (now - this.#currentAt) / 1000, isUsed: now < this.#freshUntil, reads: { ...this.#reads } };
  }

  #maySee(position: Position | undefined): boolean {
    return position !== undefined && position <= this.#replayed && performance.now() < this.#freshUntil;
  }

  async #look(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const late = setTimeout(() => this.#connections.renew(true), patienceMs);
    try {
      const at = performance.now();
      this.#marks.push({ at, position: await ask(this.#options.primary, writtenStatement) });
      const replayed = await ask(this.#pipeline, replayedStatement);
      const last = this.#marks.findLastIndex(({ position }) => position <= replayed);
      const mark = this.#marks[last];
      if (mark) {
        this.#currentAt = mark.at;
        this.#freshUntil = mark.at + oldestMs;
      }
      this.#replayed = replayed;
      this.#marks = this.#marks.slice(Math.max(last, this.#marks.length - Math.ceil(oldestMs / askMs)));
    } catch (error) {
      this.#freshUntil = 0;
      this.#options.log.debug({ err: error }, "couldn't query the replica");
    } finally {
      clearTimeout(late);
      this.#isAsking = false;
    }
    this.#tell();
  }

  /** Logs when reads start or stop going to the replica. */
  #tell(): void {
    const isUsed = performance.now() < this.#freshUntil;
    if (isUsed === this.#wasUsed) return;
    this.#wasUsed = isUsed;
    const { log, address } = this.#options;
    const host = placeOf(address);
    if (isUsed) log.info({ host }, 'reads go to the replica');
    else log.warn({ host }, 'the replica is unreachable or behind; reads go to the primary');
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#connections.close();
  }
}

/** A session or thing that the replica doesn't have may be new. */
const isFound = (row: object | undefined) => row !== undefined && (row as { body?: unknown }).body !== null;
