import type { Db } from '#platform/database/database.ts';

/** The community that a room is in; null for any other, and if there's no such room. */
export async function findCommunityOf(db: Db, roomId: string): Promise<string | null> {
  const room = await db.selectFrom('rooms').select('community_id').where('id', '=', roomId).executeTakeFirst();
  return room?.community_id ?? null;
}
