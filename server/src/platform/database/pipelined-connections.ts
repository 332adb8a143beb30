import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { Pooler } from '#platform/config/database-address.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { Log } from '#platform/logging/logging.ts';
import { isConnectionFailure } from './failures.ts';
import { NamedQuery } from './named-query.ts';
import { atEndOfTurn } from './turn.ts';
import { keepsSession, leaveReadOnly, wireOf } from './wire.ts';

/** A statement that's prepared once per connection and then only bound and run. */
export interface Statement {
  /** The name it's prepared under: unique in the product, at most 63 bytes. */
  name: string;
  text: string;
  /** Its data may be slightly stale for anyone but the person who wrote it, so a replica may answer it (docs/decisions/0007). */
  mayLag?: true;
  /**
   * The types of its values, none of them ever null, if one run may serve several simultaneous calls (docs/decisions/0004): it only reads,
   * and no call takes so long that the others shouldn't wait for it.
   */
  together?: readonly string[];
}

/** Runs single prepared statements, each its own transaction, in one round trip, pipelined on a few connections. */
export interface Pipeline {
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

/** A connection, and how many of the statements sent on it have been answered. */
class PipelinedClient extends pg.Client {
  /** Whether statements are sent without waiting for earlier answers; pg reads it at each statement. */
  declare pipeline: boolean;
  /** Whether statements can be prepared by name: not behind a pooler that gives each statement a different session. */
  isNaming = true;
  isGathering = true;
  sent = 0;
  answered = 0;
}

const pendingOn = (client: PipelinedClient): number => client.sent - client.answered;

const corked = new WeakSet<Duplex>();

/** Everything sent until this event loop turn's events are handled goes out in one write: a system call costs more than a query. */
function gatherWrites(client: pg.Client): void {
  const { stream } = wireOf(client);
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  atEndOfTurn(() => {
    corked.delete(stream);
    stream.uncork();
  });
}

function run<Row extends object>(
  client: PipelinedClient,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  if (client.isGathering) gatherWrites(client);
  client.sent += 1;
  return new Promise((resolve, reject) => {
    client.query(
      new NamedQuery(client.isNaming ? statement.name : '', statement.text, values, (error, result) => {
        client.answered += 1;
        if (error) reject(error);
        else resolve(result.rows as Row[]);
      }),
    );
  });
}

export interface PipelineOptions {
  /** Where to connect to. */
  address: string;
  pooler: Pooler | undefined;
  /** The number of connections. */
  size: number;
  log: Log;
  /** The statements only read: if the connection is lost, they're retried once. */
  repeats: boolean;
  /**
   * Whether there are many statements: then they're spread over the connections, and sent together with others of the same event loop turn.
   * Otherwise each is sent right away, because others wait for it, on the first free connection, whose server process has its caches warm.
   */
  gathers: boolean;
  /** Called when a connection leads to a server that doesn't write (any more). */
  onReadOnly?(): void;
  /** Called when a connection has been silent for a while although answers are pending. */
  onSilence?(): Promise<void>;
}

/** The error for queries waiting on a server that's gone. `isConnectionFailure` knows it by its first words, which are the driver's. */
export const noAnswer = () => new Error("Connection terminated: the database doesn't respond.");

/** How often to check that answers still arrive, in milliseconds. */
const watchMs = 1000;

/**
 * A few connections in pipeline mode: a statement is sent without waiting for earlier answers, and named statements are prepared once
 * per connection; neither behind a pooler in transaction mode. Only for single statements: a transaction over several round trips would mix with others.
 */
export class PipelinedConnections implements Pipeline {
  readonly #options: PipelineOptions;
  readonly #slots: (Promise<PipelinedClient> | undefined)[];
  /** The clients of the slots that are open. */
  readonly #open: (PipelinedClient | undefined)[] = [];
  readonly #clients = new Set<PipelinedClient>();
  readonly #watch: NodeJS.Timeout | undefined;
  #answeredBefore = new Map<PipelinedClient, number>();
  #isLooking = false;
  #next = 0;
  #closed = false;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#slots = new Array(options.size).fill(undefined);
    const { onSilence } = options;
    if (onSilence) this.#watch = setInterval(() => void this.#lookForSilence(onSilence), watchMs).unref();
  }

  async query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const slot = this.#choose();
    const connection = this.#connectionOf(slot);
    let client: PipelinedClient;
    try {
      // Without waiting: until it's sent, the connection would seem free to whatever else begins in this turn.
      client = this.#open[slot] ?? (await connection);
    } catch (error) {
      throw this.#unreachable(error);
    }
    try {
      return await run<Row>(client, statement, values);
    } catch (error) {
      if (!isConnectionFailure(error)) throw error;
      this.#leave(slot, connection);
      if (!this.#options.repeats) throw error;
    }
    try {
      client = await this.#connectionOf(slot);
    } catch (error) {
      throw this.#unreachable(error);
    }
    return await run<Row>(client, statement, values);
  }

  /** Closes all connections. What was already sent is still answered, unless the server is `gone`: then it fails. */
  renew(gone: boolean): void {
    for (const [slot, connection] of this.#slots.entries()) if (connection) this.#leave(slot, connection);
    if (gone) for (const client of this.#clients) wireOf(client).stream.destroy(noAnswer());
  }

  #unreachable(error: unknown): Error {
    this.#options.log.warn({ err: error }, "can't reach the database");
    return Object.assign(unavailable(), { cause: error });
  }

  #choose(): number {
    const free = this.#options.gathers ? -1 : this.#open.findIndex((client) => client && pendingOn(client) === 0);
    if (free >= 0) return free;
    this.#next = (this.#next + 1) % this.#slots.length;
    return this.#options.gathers ? this.#leastPending(this.#next) : this.#next;
  }

  /** The slot with the fewest unanswered statements, the first from `start` of several: whatever follows a slow one waits for it. */
  #leastPending(start: number): number {
    let [chosen, least] = [start, Number.POSITIVE_INFINITY];
    for (let turn = 0; turn < this.#slots.length && least > 0; turn += 1) {
      const slot = (start + turn) % this.#slots.length;
      const client = this.#open[slot];
      // What's sent on one that's being opened waits for that.
      const unopened = this.#slots[slot] === undefined ? 0 : Number.POSITIVE_INFINITY;
      const pending = client ? pendingOn(client) : unopened;
      if (pending < least) [chosen, least] = [slot, pending];
    }
    return chosen;
  }

  /** A slot's connection, opened if there's none. A connection that ends leaves its slot, unless another one is already in it. */
  #connectionOf(slot: number): Promise<PipelinedClient> {
    const open = this.#slots[slot];
    if (open) return open;
    const connecting = this.#connect(() => this.#empty(slot, connecting));
    this.#slots[slot] = connecting;
    connecting.then(
      (client) => {
        if (this.#slots[slot] === connecting) this.#open[slot] = client;
      },
      () => undefined,
    );
    return connecting;
  }

  #empty(slot: number, connection: Promise<PipelinedClient>): void {
    if (this.#slots[slot] !== connection) return;
    this.#slots[slot] = undefined;
    this.#open[slot] = undefined;
  }

  #leave(slot: number, connection: Promise<PipelinedClient>): void {
    this.#empty(slot, connection);
    connection.then(
      (client) => client.end(),
      () => undefined,
    );
  }

  async #connect(onEnd: () => void): Promise<PipelinedClient> {
    const { address, pooler, gathers, log, onReadOnly } = this.#options;
    if (this.#closed) throw new Error('closed');
    const client = new PipelinedClient({
      connectionString: address,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      application_name: 'hubbub pipeline',
    });
    client.isGathering = gathers;
    this.#clients.add(client);
    const end = () => {
      this.#clients.delete(client);
      onEnd();
    };
    client.on('error', (error) => {
      log.warn({ err: error }, 'a database connection was lost');
      end();
    });
    client.on('end', end);
    try {
      await client.connect();
      client.isNaming = await keepsSession(client, pooler);
      // Compiling a statement takes longer than running it, and PostgreSQL goes by estimates that are far too high for a page of a list.
      if (client.isNaming) await client.query('set jit = off');
      // A pooler that changes sessions between statements takes one at a time: PgBouncer has mixed up the bytes of several.
      client.pipeline = client.isNaming;
      if (onReadOnly) leaveReadOnly(client, onReadOnly);
      return client;
    } catch (error) {
      end();
      wireOf(client).stream.destroy();
      throw error;
    }
  }

  /** A server whose machine is gone sends nothing. */
  async #lookForSilence(onSilence: () => Promise<void>): Promise<void> {
    const clients = [...this.#clients];
    const isSilent = clients.some(
      (client) => pendingOn(client) > 0 && client.answered === this.#answeredBefore.get(client),
    );
    this.#answeredBefore = new Map(clients.map((client) => [client, client.answered]));
    if (!isSilent || this.#isLooking) return;
    this.#isLooking = true;
    await onSilence();
    this.#isLooking = false;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    const clients = await Promise.allSettled(this.#slots.filter((slot) => slot !== undefined));
    await Promise.allSettled(clients.flatMap((client) => (client.status === 'fulfilled' ? client.value.end() : [])));
  }
}
