import type { Db, Tx } from '#platform/database/database.ts';

/** Stores a link that's about to be mailed. */
export async function insertMailedLink(
  db: Db,
  link: { tokenHash: Buffer; userId: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('login_links')
    .values({ token_hash: link.tokenHash, user_id: link.userId, expires_at: link.expiresAt, is_mailed: true })
    .execute();
}

/** @returns whether there was one */
export async function deleteMailedLinks(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('login_links')
    .where('user_id', '=', userId)
    .where('is_mailed', '=', true)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
