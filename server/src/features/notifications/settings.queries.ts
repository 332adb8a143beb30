import type { Quiet, SettingType } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import { isActivated } from '#features/accounts/public.ts';
import { isNotSuspended } from '#features/site/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { row } from '#platform/database/expressions.ts';
import type { Changed } from './settings.rules.ts';

/** How often a summary comes by mail. */
export type Digest = 'off' | 'daily' | 'weekly';

interface NotificationSettingsTable {
  user_id: string;
  hidden_types: ColumnType<SettingType[], SettingType[] | undefined, SettingType[]>;
  push_changed: ColumnType<SettingType[], SettingType[] | undefined, SettingType[]>;
  mail_changed: ColumnType<SettingType[], SettingType[] | undefined, SettingType[]>;
  mail: ColumnType<Digest, Digest | undefined, Digest>;
  mailed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  quiet_from: ColumnType<string | null, string | null | undefined, string | null>;
  quiet_to: ColumnType<string | null, string | null | undefined, string | null>;
  quiet_timezone: ColumnType<string | null, string | null | undefined, string | null>;
  previews: Generated<boolean>;
  ringtone: Generated<boolean>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    notification_settings: NotificationSettingsTable;
  }
}

/** How a person wants to be notified. */
export interface StoredSettings {
  changed: Changed;
  mail: Digest;
  quiet: Quiet | null;
  /** Whether pushes include senders and texts. */
  previews: boolean;
  /** Whether calls ring. */
  ringtone: boolean;
}

const readRow = (row: Selectable<NotificationSettingsTable>): StoredSettings => {
  const { quiet_from: from, quiet_to: to, quiet_timezone: timezone } = row;
  return {
    changed: { in_app: row.hidden_types, push: row.push_changed, mail: row.mail_changed },
    mail: row.mail,
    quiet: from === null || to === null || timezone === null ? null : { from, to, timezone },
    previews: row.previews,
    ringtone: row.ringtone,
  };
};

/** The settings of somebody who hasn't chosen any. */
export const usualSettings: StoredSettings = {
  changed: { in_app: [], push: [], mail: [] },
  mail: 'off',
  quiet: null,
  previews: true,
  ringtone: true,
};

export const findSettings = async (db: Db, userId: string): Promise<StoredSettings> =>
  (await listSettings(db, [userId])).get(userId) ?? usualSettings;

/** The same for several people; people who never chose are left out. */
export async function listSettings(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, StoredSettings>> {
  const rows = await db
    .selectFrom('notification_settings')
    .selectAll()
    .where('user_id', '=', sql<string>`any(${[...userIds]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.user_id, readRow(row)]));
}

/** @param now the start of the next summary, for people who had none */
export async function storeSettings(
  tx: Tx,
  userId: string,
  { changed, mail, quiet, previews, ringtone }: StoredSettings,
  now: Date,
): Promise<void> {
  const list = (types: readonly SettingType[]) => sql<SettingType[]>`${[...types]}::text[]`;
  const values = {
    hidden_types: list(changed.in_app),
    push_changed: list(changed.push),
    mail_changed: list(changed.mail),
    mail,
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    quiet_timezone: quiet?.timezone ?? null,
    previews,
    ringtone,
  };
  await tx
    .insertInto('notification_settings')
    .values({ user_id: userId, ...values, mailed_at: now })
    .onConflict((known) =>
      known.column('user_id').doUpdateSet({
        ...values,
        mailed_at: sql`case when notification_settings.mail = 'off' then excluded.mailed_at else notification_settings.mailed_at end`,
      }),
    )
    .execute();
}

/** Turns off a person's summaries. @returns false: there's no such person */
export async function endDigest(db: Db, userId: string): Promise<boolean> {
  await db.updateTable('notification_settings').set({ mail: 'off' }).where('user_id', '=', userId).execute();
  const person = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  return person !== undefined;
}

const isDue = sql<boolean>`notification_settings.mail <> 'off'`;
/** A bit less than the interval, so that a summary that was a minute late doesn't delay the next one. */
const dueBefore = (now: Date) =>
  sql`${now}::timestamptz - case notification_settings.mail when 'daily' then interval '23 hours 30 minutes' else interval '6 days 23 hours 30 minutes' end`;

/** People whose summary is due, starting after one of them. */
export async function listDue(db: Db, now: Date, after: string, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_settings')
    .select('user_id')
    .where(isDue)
    .where(sql<boolean>`notification_settings.mailed_at <= ${dueBefore(now)}`)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(max)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Claims a person's summary if it's due. @returns the end of the previous one, and the mail address */
export async function takeDigest(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<
  { since: Date; email: string; username: string; changed: readonly SettingType[]; mail: Digest } | undefined
> {
  const { rows } = await sql<{ since: Date; email: string; username: string; changed: SettingType[]; mail: Digest }>`
    with due as (
      select notification_settings.*, users.email, users.username from notification_settings
        join users on users.id = notification_settings.user_id
      where notification_settings.user_id = ${userId} and ${isDue} and notification_settings.mailed_at <= ${dueBefore(now)}
        and users.email is not null and ${isActivated(row('users'))} and ${isNotSuspended(row('users'))}
      for no key update of notification_settings
    )
    update notification_settings set mailed_at = ${now} from due where notification_settings.user_id = due.user_id
    returning due.mailed_at as since, due.email, due.username, due.mail_changed as changed, due.mail`.execute(tx);
  return rows[0];
}

/** Whether something new was written in one of these rooms since a moment. */
export async function hasNewMessages(db: Db, since: Date, roomIds: readonly string[]): Promise<boolean> {
  if (roomIds.length === 0) return false;
  const newer = db.selectFrom('rooms').select('id').where('id', 'in', roomIds).where('active_at', '>', since);
  return (await newer.executeTakeFirst()) !== undefined;
}

/** Whether somebody was mentioned in one of these channels since a moment. */
export async function hasNewMentions(
  db: Db,
  userId: string,
  since: Date,
  channelIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`select exists (
      select from message_mentions mention join messages on messages.room_id = mention.room_id and messages.id = mention.message_id
      where mention.user_id in (${userId}, '00000000-0000-0000-0000-000000000000') and mention.room_id = any(${[...channelIds]}::uuid[])
        and messages.created_at > ${since}
    ) as is_new`.execute(db);
  return rows[0]?.is_new === true;
}
