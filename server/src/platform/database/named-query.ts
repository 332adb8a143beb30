import pg from 'pg';

/** What pg's types leave out of a connection: what sends messages to PostgreSQL. */
interface Connection {
  describe(what: object): void;
}

/** What they leave out of a query. */
interface QueryParts {
  /** Sends what it takes to run it. */
  prepare(connection: Connection): void;
  /** PostgreSQL has said which columns the result has. */
  handleRowDescription(columns: object): void;
}

const Query = pg.Query as unknown as new (...given: ConstructorParameters<typeof pg.Query>) => pg.Query & QueryParts;

/** What a connection has learnt of its prepared statements. */
interface Known {
  /** The columns of each, by its name. */
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

type Done = (error: Error | undefined, result: pg.ResultBuilder<pg.QueryResultRow>) => void;

/**
 * A query under the name that its statement is prepared under, or under none. pg copies a query's settings, property by property, unless
 * they're already a query object. And it asks each time which columns the result has, which costs both sides more than sending a row; they
 * can't change as long as a statement is prepared (PostgreSQL, "cached plan must not change result type"), so they're asked once.
 */
export class NamedQuery extends Query {
  readonly name: string;
  #columns: Map<string, object> | undefined;

  constructor(name: string, text: string, values: readonly unknown[], done: Done) {
    super(text, values as unknown[], done);
    this.name = name;
  }

  override prepare(connection: Connection): void {
    const { columns, silent } = knownBy(connection);
    const known = this.name === '' ? undefined : columns.get(this.name);
    if (known !== undefined) super.handleRowDescription(known);
    else if (this.name !== '') this.#columns = columns;
    super.prepare(known === undefined ? connection : silent);
  }

  override handleRowDescription(columns: object): void {
    this.#columns?.set(this.name, columns);
    super.handleRowDescription(columns);
  }
}
