import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  type ExpressionBuilder,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCreator,
  type RawBuilder,
  sql,
} from 'kysely';
import { notFound } from '#platform/errors/errors.ts';
import type { Hot } from './hot-connections.ts';
import type { Tables } from './tables.ts';

/**
 * The session of a statement whose `$1` is the hash of the token: one row, or none when it is unknown or expired. `stale` says
 * that it should be prolonged.
 */
export const sessionOfToken = `select sessions.user_id, sessions.last_seen_at < now() - interval '1 hour' as stale
  from sessions where sessions.token_hash = $1 and sessions.expires_at > now()`;

/** What a statement that checks the session answers beside its own columns. */
export interface SessionColumns {
  user_id: string;
  stale: boolean;
}

/** The caller's id, where `session` isn't in the FROM. */
export const viewerId = '(select session.user_id from session)';

/** Every statement that is made by `sessionStatement` selects these. */
export const sessionColumns = ['session.user_id', 'session.stale'] as const;

/** The tables, and `session`: the caller's, in at most one row. */
export type SessionTables = Tables & { session: SessionColumns };

/** What builds a statement that checks the session. */
export type SessionDb = QueryCreator<SessionTables>;

/** What builds its parts. */
export type SessionExpressions = ExpressionBuilder<SessionTables, 'session'>;

/** The values of a statement, by name, as expressions that stand for them while it is built. */
export type Given<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/** Runs a statement; undefined without a session. */
export type SessionStatement<Values, Row> = (hot: Hot, tokenHash: Buffer, values: Values) => Promise<Row | undefined>;

/** Stands for a value while a statement is compiled. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Gives a value that stands in several places one number. */
class NamedValues extends PostgresQueryCompiler {
  readonly #numbers = new Map<string, string>();

  override compileQuery(...given: Parameters<PostgresQueryCompiler['compileQuery']>): CompiledQuery {
    this.#numbers.clear();
    return super.compileQuery(...given);
  }

  protected override appendValue(value: unknown): void {
    const known = value instanceof Placeholder ? this.#numbers.get(value.name) : undefined;
    if (known !== undefined) {
      this.append(known);
      return;
    }
    super.appendValue(value);
    if (value instanceof Placeholder) this.#numbers.set(value.name, `$${this.numParameters}`);
  }
}

/** Builds and compiles; the statements run on the connections of `Hot`. */
const builder = new Kysely<SessionTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new NamedValues(),
  },
});

const placeholder = <T>(name: string) => sql<T>`${new Placeholder(name)}`;
const given = new Proxy({}, { get: (_, name) => placeholder(String(name)) });

/** SQL as text, in which `$name` stands for a given value: what no builder says better, as part of a typed statement. */
export function textWith<Row>(text: string, values: Record<string, RawBuilder<unknown>>): RawBuilder<Row> {
  const parts = text.split(/\$([a-z]\w*)/i);
  return sql<Row>`${sql.join(
    parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : values[part])),
    sql.raw(''),
  )}`;
}

const session = textWith<SessionColumns>(`(${sessionOfToken.replace('$1', '$tokenHash')})`, {
  tokenHash: placeholder('tokenHash'),
});

/**
 * A typed statement that checks the session itself, so that a call takes one round trip. It's built and compiled once, when it
 * first runs, and prepared once a connection. It selects from `session`, and `sessionColumns` among others.
 * @param name unique in the product, at most 63 bytes
 * @param options `mayLag`: a replica may answer it (docs/decisions/0007)
 */
export function sessionStatement<Values extends object, Row extends SessionColumns>(
  name: string,
  build: (db: SessionDb, given: Given<Values>) => Compilable<Row>,
  options: { mayLag?: true } = {},
): SessionStatement<Values, Row> {
  const compile = () => {
    const db = builder.with(
      (cte) => cte('session').materialized(),
      () => session,
    ) as unknown as SessionDb;
    const { sql: text, parameters } = build(db, given as Given<Values>).compile();
    return { statement: { name, text, ...options }, parameters };
  };
  let compiled: ReturnType<typeof compile> | undefined;
  return async (hot, tokenHash, values) => {
    compiled ??= compile();
    const known: Record<string, unknown> = { ...values, tokenHash };
    const bound = compiled.parameters.map((each) => (each instanceof Placeholder ? known[each.name] : each));
    const [row] = await hot.query<Row>(compiled.statement, bound);
    return row;
  };
}

/**
 * One statement for each size of a page. The limit stands in the text because the plan for an unknown limit is made for a tenth of
 * the table, which no cached plan survives: PostgreSQL would plan each page anew.
 */
export function perSize<Made>(make: (size: number) => Made): (size: number) => Made {
  const made = new Map<number, Made>();
  return (size) => {
    const known = made.get(size);
    if (known !== undefined) return known;
    const fresh = make(size);
    made.set(size, fresh);
    return fresh;
  };
}

/** What a call answers whose statement checked the session. Undefined: there is no such session. */
export type SessionAnswer<Body> = { body: Body; userId: string; stale: boolean } | undefined;

/** The answer of a statement, undefined without a session. @throws what `view` throws */
export function answerWith<Row extends SessionColumns, Body>(
  row: Row | undefined,
  view: (row: Row) => Body,
): SessionAnswer<Body> {
  return row && { body: view(row), userId: row.user_id, stale: row.stale };
}

/** A thing that a statement looked for. @throws {HttpError} 404 with this text if there is none */
export function orNotFound<Thing>(thing: Thing | null | undefined, otherwise: string): Thing {
  if (thing === null || thing === undefined) throw notFound(otherwise);
  return thing;
}
