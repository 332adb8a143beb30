import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';
import { isActivated } from '#features/accounts/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { not, row } from '#platform/database/expressions.ts';
import type { Notice, NoticeStage } from './second-factor.rules.ts';
import { actingRole, isMissingFactor, needsFactor } from './site.access.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    second_factor_notices: { user_id: string; due_at: Date; stage: NoticeStage };
  }
}

/** The role a person may act with, and by when they have to set up the second factor that they lack; null: they needn't do anything. */
export async function teamStandingOf(
  db: Db,
  userId: string,
): Promise<{ role: SiteRole | null; factorDueAt: Date | null }> {
  const standing = await db
    .selectFrom('users')
    .leftJoin('second_factor_notices as notice', (join) =>
      join.onRef('notice.user_id', '=', 'users.id').on(isMissingFactor(row('users'))),
    )
    .select(['notice.due_at', actingRole(row('users')).as('role')])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return { role: standing?.role ?? null, factorDueAt: standing?.due_at ?? null };
}

/** Team members without a second factor that they need, in the order of their ids, a few at a time. */
export async function listMissing(
  db: Db,
  page: { after: string; size: number },
): Promise<{ id: string; notice: Notice | undefined }[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('second_factor_notices as notice', 'notice.user_id', 'users.id')
    .select(['users.id', 'notice.due_at', 'notice.stage'])
    .where('users.site_role', 'is not', null)
    .where('users.id', '>', page.after)
    .where(isActivated(row('users')))
    .where(isMissingFactor(row('users')))
    .orderBy('users.id')
    .limit(page.size)
    .execute();
  return rows.map(({ id, due_at, stage }) => ({
    id,
    notice: due_at && stage ? { dueAt: due_at, stage } : undefined,
  }));
}

/** @returns false: another process has already notified them */
export async function storeNotice(tx: Tx, userId: string, { dueAt, stage }: Notice): Promise<boolean> {
  const row = await tx
    .insertInto('second_factor_notices')
    .values({ user_id: userId, due_at: dueAt, stage })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ stage }).where('second_factor_notices.stage', '<>', stage),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the notice of people who no longer need a second factor: if they need it again, they get new time. */
export async function deleteNeedlessNotices(db: Db): Promise<void> {
  await db
    .deleteFrom('second_factor_notices')
    .using('users')
    .whereRef('users.id', '=', 'second_factor_notices.user_id')
    .where(not(needsFactor(row('users'))))
    .execute();
}

/** Deletes somebody's notice: they get a new one, and new time. */
export async function deleteNotice(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_factor_notices').where('user_id', '=', userId).execute();
}

/** Somebody's role, even if its rights are paused. */
export async function findOwnRole(db: Db, userId: string): Promise<SiteRole | null> {
  const row = await db.selectFrom('users').select('site_role').where('id', '=', userId).executeTakeFirst();
  return row?.site_role ?? null;
}
