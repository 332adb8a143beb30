import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { Log } from '#platform/logging/logging.ts';
import { hostsOf, type Pooler, placeOf } from './address.ts';
import { codeOf, readOnlyCode } from './failures.ts';

/** What pg's types leave out. */
export interface Wire {
  connection: {
    stream: Duplex;
    on(event: 'errorMessage', listener: (message: { code?: string }) => void): void;
    on(event: 'end', listener: () => void): void;
    off(event: 'end', listener: () => void): void;
  };
}

export const wireOf = (client: pg.ClientBase) => (client as unknown as Wire).connection;

/** Milliseconds for a server to say whether it is the primary, before another one is asked. */
const patienceMs = 2000;
/** Milliseconds for a server whose connections are silent to answer a new one. */
const silenceMs = 3000;
/** Milliseconds between two rounds of asking. */
const pauseMs = 250;

/**
 * @returns the number of the process of PostgreSQL that answers
 * @throws as 25006 when the connection leads to a server that does not write
 */
async function greet(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number; read_only: boolean }>(
    `select pg_backend_pid() as pid,
       pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`,
  );
  const [row] = rows;
  if (!row || row.read_only) {
    throw Object.assign(new Error('This PostgreSQL does not write; it is not the primary.'), { code: readOnlyCode });
  }
  return row.pid;
}

/** Where connections are made to. */
export interface Target {
  /** Address of the one server that connections are made to now. */
  readonly address: string;
  /** Whether it is not known now where to connect to: there is no use in waiting for it. */
  readonly isLost: boolean;
  /**
   * Looks at a new connection.
   * @returns whether it stays with one session of PostgreSQL, so that statements can be prepared by name
   * @throws when it leads to where it should not
   */
  welcome(client: pg.ClientBase): Promise<boolean>;
  /** To be told when a connection failed. */
  suspect(): void;
  /** To be told when connections are silent. */
  checkSilence(): Promise<void>;
}

export interface PrimaryOptions {
  /** May name several servers, of which one is the primary. */
  address: string;
  /** Undefined: nobody is between; connections are not asked where they lead. */
  pooler: Pooler | undefined;
  log: Log;
  /** Called when open connections may lead to a server that is the primary no more; `gone`: it will not answer on them. */
  onMoved(gone: boolean): void;
}

/** Where the server that writes is, among those that the address names, and what a new connection to it has to show. */
export class Primary implements Target {
  readonly #addresses: readonly string[];
  readonly #options: PrimaryOptions;
  #at = 0;
  #isSearching = false;
  #isLost = false;
  #closed = false;

  constructor(options: PrimaryOptions) {
    this.#options = options;
    this.#addresses = hostsOf(options.address) ?? [options.address];
  }

  get address(): string {
    return this.#addresses[this.#at] as string;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** @throws as 25006 when it does not lead to a primary */
  async welcome(client: pg.ClientBase): Promise<boolean> {
    const { pooler } = this.#options;
    wireOf(client).on('errorMessage', ({ code }) => {
      if (code !== readOnlyCode) return;
      this.#options.onMoved(false);
      this.suspect();
    });
    if (pooler === undefined && this.#addresses.length === 1) return true;
    try {
      const pid = await greet(client);
      if (pooler === 'auto') return isDirect(client, pid);
      return pooler !== 'transaction';
    } catch (error) {
      this.suspect();
      throw error;
    }
  }

  /** Looks for the primary where there are several servers. */
  suspect(): void {
    if (this.#isSearching || this.#closed || this.#addresses.length === 1) return;
    void this.#find();
  }

  /** Cuts all connections when the server does not answer a new one either. */
  async checkSilence(): Promise<void> {
    // The embedded database is a child of this process, whose end is noticed.
    const isWatched = this.#options.pooler !== undefined || this.#addresses.length > 1;
    if (this.#closed || !isWatched || !(await isSilent(this.address))) return;
    this.#options.log.warn({ host: placeOf(this.address) }, 'the database answers nothing; its connections are cut');
    this.#options.onMoved(true);
    this.suspect();
  }

  /** Looks once at all servers where there are several, so that the first connections are made to the right one. */
  async reach(): Promise<void> {
    if (this.#addresses.length > 1) await this.#look();
  }

  /** @returns whether one of the servers is the primary */
  async #look(): Promise<boolean> {
    // Who answers first is taken: those that are gone take their time.
    const found = await Promise.any(
      this.#addresses.map(async (address, index) => {
        if (await isPrimary(address)) return index;
        throw new Error('not the primary');
      }),
    ).catch(() => undefined);
    if (found === undefined) return false;
    if (found !== this.#at) {
      this.#at = found;
      this.#options.onMoved(true);
    }
    return true;
  }

  async #find(): Promise<void> {
    this.#isSearching = true;
    while (!(await this.#look()) && !this.#closed) {
      if (!this.#isLost) this.#options.log.warn('no server of the database is the primary; looking for one');
      this.#isLost = true;
      await new Promise<void>((resolve) => void setTimeout(resolve, pauseMs).unref());
    }
    if (this.#isLost) this.#options.log.warn({ host: placeOf(this.address) }, 'found the primary of the database');
    this.#isSearching = false;
    this.#isLost = false;
  }

  close(): void {
    this.#closed = true;
  }
}

/** Poolers give connections numbers of their own, which are not those of PostgreSQL's processes. */
export const isDirect = (client: pg.ClientBase, pid: number) => (client as { processID?: number }).processID === pid;

/** Whether a server answers a new connection within some time, and writes. */
const isPrimary = (address: string): Promise<boolean> =>
  probe(address, patienceMs).then(
    () => true,
    () => false,
  );

/** Whether a server says nothing to a new connection. One that refuses it, for it has too many or is about to end, does not. */
const isSilent = (address: string): Promise<boolean> =>
  probe(address, silenceMs).then(
    () => false,
    (error: unknown) => !(error instanceof pg.DatabaseError) && codeOf(error) !== readOnlyCode,
  );

/** @throws what speaks against the server being the primary */
async function probe(address: string, patience: number): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => undefined);
  // An answer may be here already, and only this process was busy: it is read before the connection is cut.
  const late = setTimeout(() => setImmediate(() => setTimeout(() => wireOf(client).stream.destroy(), 50)), patience);
  try {
    await client.connect();
    await greet(client);
  } finally {
    clearTimeout(late);
    void client.end().catch(() => undefined);
  }
}
