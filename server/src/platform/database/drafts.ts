import type { Expression, QueryCreator } from 'kysely';
import { arrayOf, unnestInOrder } from './arrays.ts';
import { eb } from './expressions.ts';
import { isStale, type SessionColumns } from './session-statement.ts';
import type { Tables } from './tables.ts';

type Columns = Readonly<Record<string, Expression<readonly unknown[]>>>;

/** One of several writes, with its position among them in `ordinality`. */
type GivenRow<Given extends Columns> = {
  [Column in keyof Given]: Given[Column] extends Expression<readonly (infer T)[]> ? T : never;
} & { ordinality: number };

/** The tables, plus the given writes, those that have a session (`draft`), and their people (`writer`). */
export type DraftTables<Given extends Columns> = Tables & {
  given: GivenRow<Given>;
  draft: GivenRow<Given> & SessionColumns;
  writer: { id: string };
};

/**
 * The first parts of a statement that stores writes of several people at once: the given columns, as arrays (`arrayOf`), and the session of each write.
 * The people are locked in id order, so that none of them is deleted meanwhile.
 */
export const withDrafts = <Given extends Columns>(
  db: QueryCreator<Tables>,
  hashes: Parameters<typeof arrayOf<Buffer>>[0],
  columns: Given,
): QueryCreator<DraftTables<Given>> => {
  const all: { token_hash: Expression<Buffer[]> } = { token_hash: arrayOf(hashes, 'bytea'), ...columns };
  return db
    .with(
      (cte) => cte('given').materialized(),
      (cte) => cte.selectFrom(unnestInOrder('given', all)).selectAll('given'),
    )
    .with(
      (cte) => cte('draft').materialized(),
      (cte) =>
        cte
          .selectFrom('given')
          .innerJoin('sessions', 'sessions.token_hash', 'given.token_hash')
          .selectAll('given')
          .select(['sessions.user_id', isStale.as('stale')])
          .where('sessions.expires_at', '>', eb.fn<Date>('now')),
    )
    .with(
      (cte) => cte('writer').materialized(),
      (cte) =>
        cte
          .selectFrom('users')
          .select('users.id')
          .where('users.id', 'in', cte.selectFrom('draft').select('draft.user_id'))
          .orderBy('users.id')
          .forKeyShare(),
    ) as unknown as QueryCreator<DraftTables<Given>>;
};
