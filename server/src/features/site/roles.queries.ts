import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import type { Db, Tx } from '#platform/database/database.ts';

/** A person's role on the site; null: none, or no such account. */
export async function siteRoleOf(db: Db, userId: string): Promise<SiteRole | null> {
  const row = await db.selectFrom('users').select('site_role').where('id', '=', userId).executeTakeFirst();
  return row?.site_role ?? null;
}

/** Like `siteRoleOf`, and it stays that until the transaction ends. */
export async function holdSiteRole(tx: Tx, userId: string): Promise<SiteRole | null> {
  const row = await tx.selectFrom('users').select('site_role').where('id', '=', userId).forShare().executeTakeFirst();
  return row?.site_role ?? null;
}
