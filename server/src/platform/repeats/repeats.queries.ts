import { type Selectable, sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

interface AnsweredWritesTable {
  user_id: string;
  call: string;
  client_id: string;
  attempt: string;
  claimed_until: Date;
  created_at: Date;
  made_id: string | null;
  status: number | null;
  body: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    answered_writes: AnsweredWritesTable;
  }
}

/** Identifies a write. */
export type WriteKey = Pick<Selectable<AnsweredWritesTable>, 'user_id' | 'call' | 'client_id'>;

/** By the database's clock, which all processes share. */
const leaseEnd = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/**
 * Claims a write that nobody is working on and that hasn't been answered since `since`.
 * @returns undefined if somebody is, or it has been
 */
export async function claimWrite(
  db: Db,
  key: WriteKey,
  { attempt, now, since, seconds }: { attempt: string; now: Date; since: Date; seconds: number },
): Promise<{ made_id: string | null } | undefined> {
  return await db
    .insertInto('answered_writes')
    .values({ ...key, attempt, created_at: now, claimed_until: leaseEnd(seconds) })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'call', 'client_id'])
        .doUpdateSet((eb) => ({
          attempt,
          created_at: now,
          claimed_until: eb.ref('excluded.claimed_until'),
          made_id: eb
            .case()
            .when('answered_writes.created_at', '<', since)
            .then(null)
            .else(eb.ref('answered_writes.made_id'))
            .end(),
          status: null,
          body: null,
        }))
        .where((eb) =>
          eb.or([
            eb('answered_writes.created_at', '<', since),
            eb.and([
              eb('answered_writes.status', 'is', null),
              eb('answered_writes.claimed_until', '<', sql<Date>`clock_timestamp()`),
            ]),
          ]),
        ),
    )
    .returning('made_id')
    .executeTakeFirst();
}

/** The answer to a write: null while it's still being done; undefined if nobody is doing it. */
export async function findAnswer(db: Db, { user_id, call, client_id }: WriteKey) {
  return await db
    .selectFrom('answered_writes')
    .select(['status', 'body'])
    .where('user_id', '=', user_id)
    .where('call', '=', call)
    .where('client_id', '=', client_id)
    .executeTakeFirst();
}

/** Renews a claim. */
export async function renewClaim(db: Db, attempt: string, seconds: number): Promise<void> {
  await db
    .updateTable('answered_writes')
    .set({ claimed_until: leaseEnd(seconds) })
    .where('attempt', '=', attempt)
    .execute();
}

/** Stores the answer to a claimed write. */
export async function storeAnswer(db: Db, attempt: string, answer: { status: number; body: string }): Promise<void> {
  await db.updateTable('answered_writes').set(answer).where('attempt', '=', attempt).execute();
}

/** Releases the claim on a refused write. If the write has made something, the claim stays, for requests that ask for the answer. */
export async function releaseClaim(db: Db, attempt: string): Promise<void> {
  await db.deleteFrom('answered_writes').where('attempt', '=', attempt).where('made_id', 'is', null).execute();
  await renewClaim(db, attempt, 0);
}

/** Stores what a write makes, in its transaction. @returns whether the claim is still its own */
export async function updateMade(tx: Db, attempt: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('answered_writes')
    .set({ made_id: id })
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes answers from before `since`. */
export async function deleteAnswers(db: Db, since: Date): Promise<void> {
  await db.deleteFrom('answered_writes').where('created_at', '<', since).execute();
}
