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
 * The session for a statement whose `$1` is the token's hash: one row, or none if it's unknown or expired. `stale` means it should be
 * extended.
 */
export const sessionOfToken = `select sessions.user_id, sessions.last_seen_at < now() - interval '1 hour' as stale
  from sessions where sessions.token_hash = $1 and sessions.expires_at > now()`;

/** The columns that every session-checking statement adds to its own. */
export interface SessionColumns {
  user_id: string;
  stale: boolean;
}

/** The caller's id, for places where `session` isn't in the FROM clause. */
export const viewerId = '(select session.user_id from session)';

/** Every statement made by `sessionStatement` selects these. */
export const sessionColumns = ['session.user_id', 'session.stale'] as const;

/** The tables, plus `session`: the caller's, in at most one row. */
export type SessionTables = Tables & { session: SessionColumns };

/** Builds a statement that checks the session. */
export type SessionDb = QueryCreator<SessionTables>;

/** Builds its parts. */
export type SessionExpressions = ExpressionBuilder<SessionTables, 'session'>;

/** A statement's values by name, as expressions that stand in for them while it's being built. */
export type Given<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/** Runs a statement; undefined without a session. */
export type SessionStatement<Values, Row> = (hot: Hot, tokenHash: Buffer, values: Values) => Promise<Row | undefined>;

/** Stands in for a value while a statement is compiled. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Gives each value a single number, even if it appears several times. */
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

/** Only builds and compiles; the statements run on `Hot`'s connections. */
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

/** SQL as text, where `$name` stands for a given value: for parts of a typed statement that a query builder can't express as well. */
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
 * A typed statement that checks the session itself, so a call takes one round trip. It's built and compiled once, on first use, and
 * prepared once per connection. It selects from `session`, and `sessionColumns` among others.
 * @param name unique across the server, at most 63 bytes
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
 * One statement per page size. The limit is part of the text because PostgreSQL assumes that an unknown limit returns a tenth of the
 * table, so it would never reuse a cached plan and would plan every page again.
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

/** A statement that's made when it's first needed, because parts of it aren't known before. */
export function once<Made>(make: () => Made): () => Made {
  const made = perSize(() => make());
  return () => made(0);
}

/** What a call answers if its statement checked the session. Undefined: there's no such session. */
export type SessionAnswer<Body> = { body: Body; userId: string; stale: boolean } | undefined;

/** A statement's answer, undefined without a session. @throws whatever `view` throws */
export function answerWith<Row extends SessionColumns, Body>(
  row: Row | undefined,
  view: (row: Row) => Body,
): SessionAnswer<Body> {
  return row && { body: view(row), userId: row.user_id, stale: row.stale };
}

/** The thing a statement looked for. @throws {HttpError} 404 with this text if it doesn't exist */
export function orNotFound<Thing>(thing: Thing | null | undefined, otherwise: string): Thing {
  if (thing === null || thing === undefined) throw notFound(otherwise);
  return thing;
}
