import { type Generated, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { authorColumns } from '#features/accounts/public.ts';
import { anyPrepared } from '#platform/database/arrays.ts';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { row } from '#platform/database/expressions.ts';
import { type Given, perSize, sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';
import { statement } from '#platform/database/statement.ts';
import { showsPresence } from './relations.access.ts';

interface RelationsTable {
  user_id: string;
  other_id: string;
  kind: 'block' | 'blocked_by' | 'mute';
  id: Generated<number>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    relations: RelationsTable;
  }
}

/** What a person can do about another. */
export type Kind = 'block' | 'mute';

/** Both ends of a relation. */
export interface Pair {
  userId: string;
  otherId: string;
}

/** A page of the people the caller has a relation with, the latest first: one more than a page holds. */
const listStatement = (kind: Kind) =>
  perSize((size) =>
    sessionStatement(`relations-list-${kind}-${size}`, (db, { before }: Given<{ before: string }>) =>
      db.selectFrom('session').select((session) => [
        ...sessionColumns,
        jsonArrayFrom(
          session
            .selectFrom('relations')
            .innerJoin('users', 'users.id', 'relations.other_id')
            .select([...authorColumns, 'relations.id as place'])
            .whereRef('relations.user_id', '=', 'session.user_id')
            .where('relations.kind', '=', sql.lit(kind))
            .where(sql<boolean>`relations.id < ${before}::bigint`)
            .orderBy('relations.id', 'desc')
            .limit(sql.lit(size + 1)),
        ).as('users'),
      ]),
    ),
  );

export const readRelations = { block: listStatement('block'), mute: listStatement('mute') };

const blocksStatement = statement('relations-blocks', (db, { userIds }: Given<{ userIds: readonly string[] }>) =>
  db
    .selectFrom('relations')
    .select(['relations.user_id as userId', 'relations.other_id as authorId'])
    .where('relations.user_id', '=', anyPrepared(userIds, 'uuid'))
    .where('relations.kind', '=', sql.lit('block')),
);

/** The people these people have blocked. */
export async function listBlocksOf(
  pipeline: Pipeline,
  userIds: readonly string[],
): Promise<{ userId: string; authorId: string }[]> {
  return await blocksStatement(pipeline, { userIds });
}

const showingStatement = statement<{ userId: string }, { username: string }>('relations-showing', (db, { userId }) =>
  db
    .selectFrom('users')
    .select('users.username')
    .where('users.id', '=', userId)
    .where(showsPresence(row('users').id)),
);

/** The username of a person who shows when they're online and writing; undefined: they don't. */
export async function findShowing(pipeline: Pipeline, userId: string): Promise<string | undefined> {
  const [person] = await showingStatement(pipeline, { userId });
  return person?.username;
}

/** Keeps both accounts from being deleted until the transaction ends. @returns those that still exist */
export async function holdPair(tx: Tx, { userId, otherId }: Pair): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [userId, otherId])
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Lets only one transaction at a time change the relations of two people, so that neither can start to follow the other while one blocks
 * the other. Hold the pair first.
 */
export async function lockPair(tx: Tx, { userId, otherId }: Pair): Promise<void> {
  const pair = [userId, otherId].sort().join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended('relations:' || ${pair}, 0))`.execute(tx);
}

/** Whether a person has at least `most` relations of a kind. */
export async function hasAtLeast(db: Db, userId: string, kind: Kind, most: number): Promise<boolean> {
  const row = await db
    .selectFrom('relations')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('id')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A block's row on the other person's side; a mute has none. */
const mirrored = ({ userId, otherId }: Pair, kind: Kind) =>
  kind === 'block' ? [{ user_id: otherId, other_id: userId, kind: 'blocked_by' as const }] : [];

/** False if it exists already. */
export async function insertRelation(tx: Tx, pair: Pair, kind: Kind): Promise<boolean> {
  const rows = await tx
    .insertInto('relations')
    .values([{ user_id: pair.userId, other_id: pair.otherId, kind }, ...mirrored(pair, kind)])
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** False if there was none. */
export async function deleteRelation(tx: Tx, { userId, otherId }: Pair, kind: Kind): Promise<boolean> {
  const rows = await tx
    .deleteFrom('relations')
    .where((where) =>
      where.or([
        where.and({ user_id: userId, other_id: otherId, kind }),
        ...(kind === 'block' ? [where.and({ user_id: otherId, other_id: userId, kind: 'blocked_by' })] : []),
      ]),
    )
    .returning('id')
    .execute();
  return rows.length > 0;
}
