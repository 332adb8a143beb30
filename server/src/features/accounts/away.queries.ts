import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import type { UserRow } from './accounts.queries.ts';

/** `deactivated`: until the next log-in. `deleting`: until the link in the mail is used, and only that. */
export type AwayKind = 'deactivated' | 'deleting';

interface AwayAccountsTable {
  user_id: string;
  kind: AwayKind;
  since: Date;
  /** When the account is deleted. */
  ends_at: Date;
  /** When the account's owner was warned that it ends soon. */
  warned_at: Generated<Date | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    away_accounts: AwayAccountsTable;
  }
}

export async function insertAway(
  tx: Tx,
  away: { userId: string; kind: AwayKind; since: Date; endsAt: Date },
): Promise<void> {
  const { userId, kind, since, endsAt } = away;
  const row = { kind, since, ends_at: endsAt };
  await tx
    .insertInto('away_accounts')
    .values({ user_id: userId, ...row })
    // If the account was deactivated before, it's now being deleted.
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** How a person is away, and until when; undefined: they aren't. */
export async function findAway(db: Db, userId: string): Promise<{ kind: AwayKind; ends_at: Date } | undefined> {
  return await db
    .selectFrom('away_accounts')
    .select(['kind', 'ends_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** @returns false if the person wasn't away */
export async function deleteAway(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('away_accounts')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** The facts that decide whether an account is deleted now: `isOver` in the rules. */
export interface EndFacts {
  kind: AwayKind;
  ends_at: Date;
  warned_at: Date | null;
  email: string | null;
}

/** The same for a locked account. */
export async function findEnd(tx: Tx, user: UserRow): Promise<EndFacts | undefined> {
  const row = await tx
    .selectFrom('away_accounts')
    .select(['kind', 'ends_at', 'warned_at'])
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  return row && { ...row, email: user.email };
}

/** Ids of up to `limit` accounts whose time may be over, after one of them. */
export async function listEnding(
  db: Db,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('away_accounts')
    .select('user_id')
    .where('ends_at', '<=', now)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}

/**
 * Up to `limit` deactivated accounts that end before a moment and whose owners weren't warned yet; marks them as
 * warned.
 */
export async function takeUnwarned(
  tx: Tx,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<{ username: string; email: string | null; ends_at: Date }[]> {
  const { rows } = await sql<{ username: string; email: string | null; ends_at: Date }>`
    update away_accounts away set warned_at = ${now}
    from users where users.id = away.user_id and away.user_id in (
      select due.user_id from away_accounts due
      where due.kind = 'deactivated' and due.warned_at is null and due.ends_at <= ${before}
      order by due.user_id limit ${limit} for no key update skip locked)
    returning users.username, users.email, away.ends_at`.execute(tx);
  return rows;
}
