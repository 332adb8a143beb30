import type { Duplex } from 'node:stream';
import pg from 'pg';
import { unavailable } from '#platform/errors/errors.ts';
import type { Log } from '#platform/logging/logging.ts';

/** A statement that is prepared once a connection and then only bound and run. */
export interface Statement {
  /** Unique in the product, at most 63 bytes: the name it is prepared by. */
  name: string;
  text: string;
}

/** Runs single prepared statements, each its own transaction, one round trip, pipelined on few connections. */
export interface Hot {
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

/** pg copies the settings of a query, property by property, unless they come as a query already. */
class NamedQuery extends pg.Query {
  readonly name: string;

  constructor(
    statement: Statement,
    values: readonly unknown[],
    callback: (error: Error | undefined, result: Result) => void,
  ) {
    super(statement.text, values as unknown[], callback);
    this.name = statement.name;
  }
}

type Result = pg.ResultBuilder<pg.QueryResultRow>;

/** What pg's types leave out. */
interface Wire {
  connection: { stream: Duplex };
}

const corked = new WeakSet<Duplex>();

/** What is sent until all events of this turn of the loop are handled leaves in one write: a system call costs more than a query. */
function gatherWrites(client: pg.Client): void {
  const { stream } = (client as unknown as Wire).connection;
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  setImmediate(() => {
    corked.delete(stream);
    stream.uncork();
  });
}

function run<Row extends object>(client: pg.Client, statement: Statement, values: readonly unknown[]): Promise<Row[]> {
  gatherWrites(client);
  return new Promise((resolve, reject) => {
    client.query(
      new NamedQuery(statement, values, (error, result) => (error ? reject(error) : resolve(result.rows as Row[]))),
    );
  });
}

/**
 * A few connections in pipeline mode: a statement is sent without waiting for the answers before it, and named statements
 * are prepared once a connection. Only for single statements: a transaction over several round trips would mix with others.
 */
export class HotConnections implements Hot {
  readonly #config: pg.ClientConfig;
  readonly #log: Log;
  readonly #slots: (Promise<pg.Client> | undefined)[];
  #next = 0;
  #closed = false;

  constructor(config: pg.ClientConfig, size: number, log: Log) {
    this.#config = { ...config, pipeline: true, connectionTimeoutMillis: 5000, application_name: 'hubbub hot' };
    this.#log = log;
    this.#slots = new Array(size).fill(undefined);
  }

  async query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    this.#next = (this.#next + 1) % this.#slots.length;
    const slot = this.#next;
    let client: pg.Client;
    try {
      client = await this.#open(slot);
    } catch (error) {
      this.#log.warn({ err: error }, 'the database cannot be reached');
      throw unavailable();
    }
    return await run<Row>(client, statement, values);
  }

  /** The connection of a slot, made if there is none. One that ends leaves its slot, unless another is in it already. */
  #open(slot: number): Promise<pg.Client> {
    const open = this.#slots[slot];
    if (open) return open;
    const connecting = this.#connect(() => {
      if (this.#slots[slot] === connecting) this.#slots[slot] = undefined;
    });
    this.#slots[slot] = connecting;
    return connecting;
  }

  async #connect(onEnd: () => void): Promise<pg.Client> {
    if (this.#closed) throw new Error('closed');
    const client = new pg.Client(this.#config);
    client.on('error', (error) => {
      this.#log.warn({ err: error }, 'a database connection was lost');
      onEnd();
    });
    client.on('end', onEnd);
    try {
      await client.connect();
      return client;
    } catch (error) {
      onEnd();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const clients = await Promise.allSettled(this.#slots.filter((slot) => slot !== undefined));
    await Promise.allSettled(clients.flatMap((client) => (client.status === 'fulfilled' ? client.value.end() : [])));
  }
}
