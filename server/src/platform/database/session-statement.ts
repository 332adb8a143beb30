import { type Compilable, type ExpressionBuilder, type QueryCreator, sql } from 'kysely';
import { notFound } from '#platform/errors/errors.ts';
import { type Condition, eb, type Id, placeholder, row, type Value } from './expressions.ts';
import type { Pipeline } from './pipelined-connections.ts';
import { type Given, type StatementOptions, statement } from './statement.ts';
import type { Tables } from './tables.ts';

export type { Given };

/** The columns that every session-checking statement adds to its own. */
export interface SessionColumns {
  user_id: string;
  stale: boolean;
}

/** The caller's id, for places where it is. */
export const viewer: Id = sql.ref('session.user_id');

/** The caller's id, for places where `session` isn't in the FROM clause. */
export const caller: Id = sql`(select session.user_id from session)`;

/** Every statement made by `sessionStatement` selects these. */
export const sessionColumns = ['session.user_id', 'session.stale'] as const;

/** The tables, plus `session`: the caller's, in at most one row. */
export type SessionTables = Tables & { session: SessionColumns };

/** Builds a statement that checks the session. */
export type SessionDb = QueryCreator<SessionTables>;

/** Builds its parts. */
export type SessionExpressions = ExpressionBuilder<SessionTables, 'session'>;

/** Runs a statement; undefined without a session. */
export type SessionStatement<Values, Row> = (
  pipeline: Pipeline,
  tokenHash: Buffer,
  values: Values,
) => Promise<Row | undefined>;

/** Whether a session should be extended. */
export const isStale: Condition = eb(row('sessions').last_seen_at, '<', sql<Date>`now() - interval '1 hour'`);

/** The session of a token: one row, or none if it's unknown or expired; `stale` means it should be extended. Where a statement needs it only once, it selects from this. */
export const sessionOf = (tokenHash: Value<Buffer>) =>
  eb
    .selectFrom('sessions')
    .select(['sessions.user_id', isStale.as('stale')])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', eb.fn<Date>('now'));

/** The caller's session as a part of a statement, named `session`. */
export const withSession = (db: QueryCreator<Tables>): SessionDb =>
  db.with(
    (cte) => cte('session').materialized(),
    () => sessionOf(placeholder('tokenHash')),
  ) as unknown as SessionDb;

/**
 * A typed statement that checks the session itself, so a call takes one round trip: a `statement` whose queries select from `session`, and
 * `sessionColumns` among others.
 * @param options `together`: the types of its values without the session's
 */
export function sessionStatement<Values extends object, Row extends SessionColumns>(
  name: string,
  build: (db: SessionDb, given: Given<Values>) => Compilable<Row>,
  { mayLag, together }: StatementOptions<Values> = {},
): SessionStatement<Values, Row> {
  type All = Values & { tokenHash: Buffer };
  const types = together && ({ ...together, tokenHash: 'bytea' } as NonNullable<StatementOptions<All>['together']>);
  const run = statement<All, Row>(name, (db, given) => build(withSession(db), given as Given<Values>), {
    ...(mayLag && { mayLag }),
    ...(types && { together: types }),
  });
  return async (pipeline, tokenHash, values) => (await run(pipeline, { ...values, tokenHash }))[0];
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
