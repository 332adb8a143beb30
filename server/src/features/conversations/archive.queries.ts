import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/**
 * Where messages are, for their sender: conversations and groups among some rooms, by id. Groups that they aren't in anymore have no name.
 */
export async function placesOfConversations(
  db: Db,
  { userId, roomIds }: { userId: string; roomIds: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; place: string }>`
    select side.id, coalesce('@' || users.username, 'a deleted account') as place
    from conversation_sides side left join users on users.id = side.other_id
    where side.user_id = ${userId} and side.id = any(${[...roomIds]}::uuid[])
    union all
    select groups.id, case when ${userId}::uuid = any(groups.member_ids)
      then coalesce('the group ' || groups.name, 'a group') else 'a group that you''re not in anymore' end
    from groups
    where groups.id = any(${[...roomIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, place }) => [id, place]));
}
