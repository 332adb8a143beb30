import type { Pipeline } from '#platform/database/database.ts';
import { row } from '#platform/database/expressions.ts';
import { type Given, sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';
import { isNewcomer } from './newcomers.access.ts';

const newcomerStatement = sessionStatement('accounts-newcomer', (db, { since }: Given<{ since: Date }>) =>
  db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .select(sessionColumns)
    .where(isNewcomer(row('users'), since)),
);

/** The caller's id if their account was created after a moment. */
export const findNewcomer = async (pipeline: Pipeline, tokenHash: Buffer, since: Date): Promise<string | undefined> =>
  (await newcomerStatement(pipeline, tokenHash, { since }))?.user_id;
