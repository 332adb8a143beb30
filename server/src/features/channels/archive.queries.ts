import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/** Where messages are, for their sender: channels among some rooms, by id. */
export async function placesOfChannels(db: Db, roomIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; place: string }>`
    select channels.id, '#' || channels.name || ' in ' || communities.handle as place
    from channels join communities on communities.id = channels.community_id
    where channels.id = any(${[...roomIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, place }) => [id, place]));
}
