import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { mayUse } from './channels.access.ts';

/** Where messages are, for their sender: channels among some rooms, by id. Those that they don't see anymore have no name. */
export async function placesOfChannels(
  db: Db,
  { userId, roomIds }: { userId: string; roomIds: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; place: string }>`
    select channels.id, case when ${sql.raw(mayUse('channels', 'reader.id'))}
      then '#' || channels.name || ' in ' || communities.handle else 'a channel that you don''t see anymore' end as place
    from (select ${userId}::uuid as id) reader cross join channels join communities on communities.id = channels.community_id
    where channels.id = any(${[...roomIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, place }) => [id, place]));
}
