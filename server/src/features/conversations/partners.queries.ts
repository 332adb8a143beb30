import { sharesPresence } from '#features/relations/public.ts';
import type { Db, Hot, Statement } from '#platform/database/database.ts';

const writerStatement: Statement = {
  name: 'conversations-writer',
  text: `select users.username, side.other_id as "otherId",
      not side.other_gone and not side.request and not side.other_request
        and ${sharesPresence('side.user_id', 'side.other_id')} as "isSeen"
    from conversation_sides side join users on users.id = side.user_id where side.id = $1 and side.user_id = $2`,
};

/** Who is writing in a conversation, to whom, and whether the two share that. Undefined for other people's conversations. */
export async function findWriter(
  hot: Hot,
  userId: string,
  id: string,
): Promise<{ username: string; otherId: string; isSeen: boolean } | undefined> {
  const [row] = await hot.query<{ username: string; otherId: string; isSeen: boolean }>(writerStatement, [id, userId]);
  return row;
}

const partnersStatement: Statement = {
  name: 'conversations-partners',
  text: `select side.user_id as id, side.other_id as user_id from conversation_sides side
    where side.other_id = any($2::uuid[]) and side.user_id = any($1::uuid[]) and side.active_at is not null
      and not side.request and not side.other_request`,
};

/** Which of these viewers have which of these people in their lists. */
export async function findPartners(
  hot: Hot,
  viewerIds: readonly string[],
  userIds: readonly string[],
): Promise<{ id: string; user_id: string }[]> {
  return await hot.query(partnersStatement, [viewerIds, userIds]);
}

/** A conversation that somebody else has with a person. */
export interface OtherSide {
  id: string;
  user_id: string;
  unread: number;
  last_id: number;
}

/** Those that are in the others' lists, after one of them. */
export async function listOtherSides(
  db: Db,
  personId: string,
  { after, limit }: { after: string; limit: number },
): Promise<OtherSide[]> {
  return await db
    .selectFrom('conversation_sides as side')
    .select(['side.id', 'side.user_id', 'side.unread', 'side.last_id'])
    .where('side.other_id', '=', personId)
    .where('side.active_at', 'is not', null)
    .where('side.id', '>', after)
    .orderBy('side.id')
    .limit(limit)
    .execute();
}
