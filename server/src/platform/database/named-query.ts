import pg from 'pg';

/** The parts of a connection that pg's types leave out: those that send messages to PostgreSQL. */
interface Connection {
  /** The texts of prepared statements, by their names. */
  parsedStatements: Record<string, string>;
  describe(what: object): void;
  /** Ends a prepared statement (`S`), after everything sent so far. */
  close(what: { type: 'S'; name: string }): void;
}

/** What they leave out of a query. */
interface QueryParts {
  /** Sends the messages that run it. */
  prepare(connection: Connection): void;
  /** Whether its statement is prepared, or about to be. */
  hasBeenParsed(connection: Connection): boolean;
  /** PostgreSQL has said which columns the result has. */
  handleRowDescription(columns: object): void;
}

const Query = pg.Query as unknown as new (...given: ConstructorParameters<typeof pg.Query>) => pg.Query & QueryParts;

/**
 * How many statements a connection keeps prepared, each up to half a megabyte: more than are in regular use, but lists have one for each
 * requested page size.
 */
export const mostPrepared = 200;

/** What's known about a connection's prepared statements. */
interface Known {
  /** The columns of each, by its name; first those that have been used least lately. */
  columns: Map<string, object>;
  /** The same connection, but it doesn't ask for columns. */
  silent: Connection;
}

const knownOn = new WeakMap<Connection, Known>();

function knownBy(connection: Connection): Known {
  const known = knownOn.get(connection) ?? {
    columns: new Map(),
    silent: Object.create(connection, { describe: { value: () => undefined } }) as Connection,
  };
  knownOn.set(connection, known);
  return known;
}

/** Makes room for another prepared statement. */
function makeRoom(connection: Connection, { columns }: Known): void {
  for (const oldest of columns.keys()) {
    if (columns.size < mostPrepared) return;
    columns.delete(oldest);
    delete connection.parsedStatements[oldest];
    connection.close({ type: 'S', name: oldest });
  }
}

type Done = (error: Error | undefined, result: pg.ResultBuilder<pg.QueryResultRow>) => void;

/**
 * A query under the name of its prepared statement, or under none. pg copies a query's settings, property by property, unless they're
 * already a query object. It also asks each time for the result's columns, which costs both sides more than sending a row; they can't
 * change while a statement is prepared (PostgreSQL, "cached plan must not change result type"), so they're asked for once. With more than
 * `mostPrepared` statements, the least recently used one is prepared anew next time.
 */
export class NamedQuery extends Query {
  readonly name: string;
  #columns: Map<string, object> | undefined;

  constructor(name: string, text: string, values: readonly unknown[], done: Done) {
    super(text, values as unknown[], done);
    this.name = name;
  }

  override prepare(connection: Connection): void {
    if (this.name === '') {
      super.prepare(connection);
      return;
    }
    const known = knownBy(connection);
    const { columns, silent } = known;
    const theirs = columns.get(this.name);
    if (theirs === undefined) {
      if (!this.hasBeenParsed(connection)) makeRoom(connection, known);
      this.#columns = columns;
      super.prepare(connection);
      return;
    }
    columns.delete(this.name);
    columns.set(this.name, theirs);
    super.handleRowDescription(theirs);
    super.prepare(silent);
  }

  override handleRowDescription(columns: object): void {
    this.#columns?.set(this.name, columns);
    super.handleRowDescription(columns);
  }
}
