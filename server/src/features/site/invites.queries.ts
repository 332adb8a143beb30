import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import { authorColumns, isAway } from '#features/accounts/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { fact, row } from '#platform/database/expressions.ts';
import { actingRole } from './site.access.ts';

interface InvitesTable {
  id: string;
  code: string;
  maker_id: string;
  /** Null: it's to the site alone. */
  community_id: string | null;
  uses_left: number;
  created_at: Date;
  expires_at: Date;
}

interface InvitedPeopleTable {
  user_id: string;
  invite_id: string;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    invites: InvitesTable;
    invited_people: InvitedPeopleTable;
  }
}

/** An invite, with its maker. */
export interface InviteRow extends InvitesTable {
  site_role: SiteRole | null;
  suspended_by: string | null;
  suspended_until: Date | null;
  isMakerAway: boolean;
  username: string;
  name: string | null;
  profile_path: string | null;
}

const invitesWithMaker = (db: Db) =>
  db
    .selectFrom('invites')
    .innerJoin('users', 'users.id', 'invites.maker_id')
    .selectAll('invites')
    .select([...authorColumns, 'users.suspended_by', 'users.suspended_until'])
    // An invite admits people only while its maker may invite.
    .select(actingRole(row('users')).as('site_role'))
    .select(fact(isAway(row('users').id)).as('isMakerAway'));

export async function findInvite(db: Db, code: string): Promise<InviteRow | undefined> {
  return await invitesWithMaker(db).where('invites.code', '=', code).executeTakeFirst();
}

export async function findInviteById(db: Db, id: string): Promise<InviteRow | undefined> {
  return await invitesWithMaker(db).where('invites.id', '=', id).executeTakeFirst();
}

/** Invites that haven't expired, newest first. @param page `makerId`: only theirs; `communityId`: only to it; `before`: only older ones */
export async function listInvites(
  db: Db,
  page: {
    makerId: string | undefined;
    communityId: string | undefined;
    before: string;
    size: number;
    now: Date;
  },
): Promise<InviteRow[]> {
  const { makerId, communityId } = page;
  let rows = invitesWithMaker(db)
    .where('invites.id', '<', page.before)
    .where('invites.expires_at', '>', page.now)
    .orderBy('invites.id', 'desc')
    .limit(page.size);
  if (makerId !== undefined) rows = rows.where('invites.maker_id', '=', makerId);
  if (communityId !== undefined) rows = rows.where('invites.community_id', '=', communityId);
  return await rows.execute();
}

/** How many invites of a person haven't expired, counted up to `max`. */
export async function countInvites(tx: Tx, makerId: string, now: Date, max: number): Promise<number> {
  const rows = await tx
    .selectFrom('invites')
    .select('id')
    .where('maker_id', '=', makerId)
    .where('expires_at', '>', now)
    .limit(max)
    .execute();
  return rows.length;
}

export async function insertInvite(tx: Tx, invite: InvitesTable): Promise<void> {
  await tx.insertInto('invites').values(invite).execute();
}

/** Uses an invite once; false if it's used up or expired. */
export async function spendInvite(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('invites')
    .set((invite) => ({ uses_left: invite('uses_left', '-', 1) }))
    .where('id', '=', id)
    .where('uses_left', '>', 0)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether it existed */
export async function deleteInvite(tx: Tx, id: string): Promise<boolean> {
  return (await tx.deleteFrom('invites').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n;
}

/** Expired invites, except those used by somebody who's still waiting to be let in. */
export async function deleteExpiredInvites(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('invites')
    .where('expires_at', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('invited_people').select('user_id').whereRef('invited_people.invite_id', '=', 'invites.id')),
      ),
    )
    .execute();
}

export async function insertInvited(tx: Tx, userId: string, inviteId: string): Promise<void> {
  await tx.insertInto('invited_people').values({ user_id: userId, invite_id: inviteId }).execute();
}

/** Returns the invite that somebody joined with, and forgets it. */
export async function takeInvited(tx: Tx, userId: string): Promise<InviteRow | undefined> {
  const row = await tx
    .deleteFrom('invited_people')
    .where('user_id', '=', userId)
    .returning('invite_id')
    .executeTakeFirst();
  return row && (await findInviteById(tx, row.invite_id));
}
