import { ownRows } from '#platform/database/pages.ts';
import { noId } from '#platform/ids.ts';

/** The invites a person made. */
export const ownInvites = ownRows<{
  invite_id: string;
  created_at: Date;
  expires_at: Date;
  uses_left: number;
}>(500, async (db, { userId, after, size }) => {
  return await db
    .selectFrom('invites')
    .select(['id as invite_id', 'created_at', 'expires_at', 'uses_left'])
    .where('maker_id', '=', userId)
    .where('id', '>', after?.invite_id ?? noId)
    .orderBy('id')
    .limit(size)
    .execute();
});
