import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';

interface AnnouncementTable {
  id: string;
  post_id: string;
  until: Date | null;
  created_at: Date;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    site_announcement: AnnouncementTable;
    announcement_dismissals: { announcement_id: string; user_id: string };
  }
}

export type AnnouncementRow = Selectable<AnnouncementTable>;

/** The announcement, unless it's over or this person dismissed it. */
export async function findAnnouncementFor(db: Db, userId: string, now: Date): Promise<AnnouncementRow | undefined> {
  return await db
    .selectFrom('site_announcement')
    .selectAll()
    .where((where) => where.or([where('until', 'is', null), where('until', '>', now)]))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('announcement_dismissals')
            .select(sql.lit(1).as('one'))
            .whereRef('announcement_id', '=', 'site_announcement.id')
            .where('user_id', '=', userId),
        ),
      ),
    )
    .executeTakeFirst();
}

/** The announcement, if it has this end. */
export async function findAnnouncement(db: Db, until: Date | null): Promise<AnnouncementRow | undefined> {
  return await db
    .selectFrom('site_announcement')
    .selectAll()
    .where('until', 'is not distinct from', until)
    .executeTakeFirst();
}

export async function insertAnnouncement(tx: Tx, announcement: AnnouncementRow): Promise<void> {
  await tx.insertInto('site_announcement').values(announcement).execute();
}

/** Also deletes who dismissed it. @returns the announced post, if there was one */
export async function deleteAnnouncement(tx: Tx): Promise<string | undefined> {
  return (await tx.deleteFrom('site_announcement').returning('post_id').executeTakeFirst())?.post_id;
}

/** Nothing happens if it's gone, or dismissed already. */
export async function insertDismissal(db: Db, announcementId: string, userId: string): Promise<void> {
  await db
    .insertInto('announcement_dismissals')
    .columns(['announcement_id', 'user_id'])
    .expression((from) =>
      from
        .selectFrom('site_announcement')
        .select(['id', sql<string>`${userId}::uuid`.as('user_id')])
        .where('id', '=', announcementId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
