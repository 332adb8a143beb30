import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { isEntered } from '#features/accounts/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { builder, exists, fact, isSameText, not, row, val } from '#platform/database/expressions.ts';
import { actingRole, isActiveOwner, isDemoAccount } from './site.access.ts';

const users = row('users');
const acting = actingRole(users).as('site_role');

/** The role that a person may act with; null: they have none, its rights are paused, or there's no such account. */
export async function siteRoleOf(db: Db, userId: string): Promise<SiteRole | null> {
  const row = await db.selectFrom('users').select(acting).where('id', '=', userId).executeTakeFirst();
  return row?.site_role ?? null;
}

/** Like `siteRoleOf`, but locked: it can't change until the transaction ends. */
export async function holdSiteRole(tx: Tx, userId: string): Promise<SiteRole | null> {
  const row = await tx.selectFrom('users').select(acting).where('id', '=', userId).forShare().executeTakeFirst();
  return row?.site_role ?? null;
}

/** Someone whose role is about to change. */
export interface RoleHolder {
  id: string;
  username: string;
  email: string | null;
  site_role: SiteRole | null;
}

/** The id of an activated account, by username in any case. */
export async function findActivatedId(db: Db, username: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(isSameText(users.username, val(username)))
    .where(isEntered(users))
    .executeTakeFirst();
  return row?.id;
}

/** Accounts, locked in the order of their ids until the transaction ends. */
export async function lockRoleHolders(tx: Tx, ids: readonly string[]): Promise<RoleHolder[]> {
  return await tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'site_role'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function updateSiteRole(tx: Tx, userId: string, role: SiteRole | null): Promise<void> {
  await tx.updateTable('users').set({ site_role: role }).where('id', '=', userId).execute();
}

/** Whether somebody else is an owner who can work. */
export async function hasOtherOwner(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where(isActiveOwner(users))
    .where('id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The longest-standing owner who can work. */
export async function findOwnerId(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(isActiveOwner(users))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Whether the site has an owner whose password isn't public. */
export async function hasRealOwner(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('site_role', '=', 'owner')
    .where(not(isDemoAccount(users)))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps accounts from being created, changed or deleted until the transaction ends. */
export async function holdAccounts(tx: Tx): Promise<void> {
  await sql`lock table users in share row exclusive mode`.execute(tx);
}

/** Whether one of the demo's accounts has a role. */
export async function hasDemoTeam(db: Db): Promise<boolean> {
  const row = await demoTeam(db).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Takes all roles from the demo's accounts. @returns whose they were, in the order of their ids */
export async function clearDemoRoles(tx: Tx): Promise<string[]> {
  const locked = await demoTeam(tx).orderBy('id').forUpdate().execute();
  const ids = locked.map(({ id }) => id);
  if (ids.length > 0) await tx.updateTable('users').set({ site_role: null }).where('id', 'in', ids).execute();
  return ids;
}

/** Everybody who has a role on the site, whether or not its rights are paused. */
export const listTeam = (db: Db): Promise<{ userId: string }[]> =>
  db.selectFrom('users').select('id as userId').where('site_role', 'is not', null).execute();

const demoTeam = (db: Db) =>
  db.selectFrom('users').select('id').where('site_role', 'is not', null).where(isDemoAccount(users));

/** For the doctor: whether the site has an owner, or waits for one. Undefined: its tables aren't there yet. */
export async function readOwnership(
  client: ClientBase,
): Promise<{ hasOwner: boolean; awaitsOwner: boolean } | undefined> {
  const { rows: found } = await client.query(`select to_regclass('public.site') is not null as "hasTable"`);
  if (!found[0]?.hasTable) return undefined;
  const owners = builder
    .selectFrom('users')
    .where('site_role', '=', 'owner')
    .where(not(isDemoAccount(users)));
  const { sql: text } = builder
    .selectNoFrom(({ fn, lit }) => [
      fact(exists(owners)).as('hasOwner'),
      fn.coalesce(builder.selectFrom('site').select('awaits_owner').$asScalar(), lit(true)).as('awaitsOwner'),
    ])
    .compile();
  return (await client.query<{ hasOwner: boolean; awaitsOwner: boolean }>(text)).rows[0];
}
