import type { Db, Hot } from '#platform/database/database.ts';
import { sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';

const senderStatement = sessionStatement('rooms-forwarding', (db) =>
  db.selectFrom('session').select([...sessionColumns]),
);

/** Whose session it is. Undefined: there's none. */
export const findSender = async (hot: Hot, tokenHash: Buffer): Promise<string | undefined> =>
  (await senderStatement(hot, tokenHash, {}))?.user_id;

/** The community that a room is in; null for any other, and if there's no such room. */
export async function findCommunityOf(db: Db, roomId: string): Promise<string | null> {
  const room = await db.selectFrom('rooms').select('community_id').where('id', '=', roomId).executeTakeFirst();
  return room?.community_id ?? null;
}
