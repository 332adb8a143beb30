import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import { isClosedTo, isRequestTo } from './requests.access.ts';

/** Accepts a conversation for one of its people. Undefined: they have no such conversation. @returns whether it was a request */
export async function acceptRequest(
  tx: Tx,
  userId: string,
  id: string,
): Promise<{ wasRequest: boolean; lastId: number } | undefined> {
  const found = await tx
    .selectFrom('conversation_sides')
    .select(['request', 'last_id'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!found) return undefined;
  if (found.request) {
    await sql`update conversations set low_request = low_request and low_id <> ${userId}, high_request = high_request and high_id <> ${userId}
      where id = ${id}`.execute(tx);
  }
  return { wasRequest: found.request, lastId: found.last_id };
}

/** What would become of a first message to somebody, for explaining it. */
export async function findReception(
  db: Db,
  userId: string,
  otherId: string,
): Promise<{ isClosed: boolean; isRequest: boolean }> {
  const { rows } = await sql<{ isClosed: boolean; isRequest: boolean }>`
    select ${sql.raw(isClosedTo('pair.other_id'))} and not pair.have_talked as "isClosed",
      ${sql.raw(isRequestTo('pair.other_id', 'pair.user_id'))} and not pair.have_talked as "isRequest"
    from (
      select ${userId}::uuid as user_id, ${otherId}::uuid as other_id, exists (
        select from conversations where low_id = least(${userId}::uuid, ${otherId}::uuid)
          and high_id = greatest(${userId}::uuid, ${otherId}::uuid) and last_id > 0
      ) as have_talked
    ) pair`.execute(db);
  return rows[0] ?? { isClosed: false, isRequest: false };
}
