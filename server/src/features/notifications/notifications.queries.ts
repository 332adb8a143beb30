import {
  type NotificationType,
  notificationTypes,
} from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { type ColumnType, type Compilable, type Generated, sql } from 'kysely';
import { isOnline } from '#features/presence/public.ts';
import { anyPrepared, arrayOf, unnest } from '#platform/database/arrays.ts';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { and, byKey, type Condition, eb, fact, row, unforeseen } from '#platform/database/expressions.ts';
import { type Given, statement } from '#platform/database/statement.ts';
import { lastPossibleId } from '#platform/ids.ts';
import { lockOrder, type Made } from './drafts.queries.ts';
import { isAboutSeen, isTellable, isWanted } from './notifications.access.ts';
import { type ShownRow, selectShown, selectToTell } from './shown.queries.ts';

interface NotificationsTable {
  user_id: string;
  id: string;
  type: NotificationType;
  subject: string;
  actors: string[];
  more: Generated<number>;
  post_id: string | null;
  comment_id: string | null;
  community_id: string | null;
  channel_id: string | null;
  conversation_id: string | null;
  message_id: number | null;
  role_id: string | null;
  report_id: string | null;
  decision_id: string | null;
  created_at: ColumnType<Date, Date, Date>;
  read: Generated<boolean>;
  /** Hidden from its person. Null: not checked yet, because the previous version stored it. */
  withdrawn: Generated<boolean | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    notifications: NotificationsTable;
  }
}

/** A notification that was just stored. */
export interface MadeRow extends ShownRow {
  /** Whether its person is connected. */
  is_online: boolean;
  /** Whether it belongs in the list: its person may only want it pushed, or in summaries. */
  is_wanted: boolean;
}

/** A statement for each type. */
export type StatementsByType<Values, Row> = Readonly<
  Record<NotificationType, (pipeline: Pipeline, values: Values) => Promise<Row[]>>
>;

/** Builds a statement for each type: PostgreSQL would take longer to prepare one for all types than to run this. */
export const statementsByType = <Values extends object, Row extends object>(
  name: string,
  build: (type: NotificationType, given: Given<Values>) => Compilable<Row>,
): StatementsByType<Values, Row> =>
  Object.fromEntries(
    notificationTypes.map((type) => [
      type,
      statement<Values, Row>(`${name}-${type}`, (_, given) => build(type, given)),
    ]),
  ) as StatementsByType<Values, Row>;

/** Runs the statements for the types of some notifications, one for each type. @returns the rows, in no order */
export async function byTypes<One extends { type: NotificationType }, Values, Row>(
  pipeline: Pipeline,
  statements: StatementsByType<Values, Row>,
  notifications: readonly One[],
  valuesOf: (those: readonly One[]) => Values,
): Promise<Row[]> {
  const groups = [...Map.groupBy(notifications, ({ type }) => type)];
  return (await Promise.all(groups.map(([type, those]) => statements[type](pipeline, valuesOf(those))))).flat();
}

/** Some of a person's notifications. */
export interface OwnOnes {
  userId: string;
  ids: readonly string[];
}

/**
 * A person's notifications that belong in a list and meet conditions. The person is passed as a value, so that conditions on them alone,
 * such as whether they've blocked anybody, are evaluated once and not per row.
 */
export function ownRows({ userId, ids }: Given<OwnOnes>, ...conditions: Condition[]) {
  const own = eb
    .selectFrom('notifications as own')
    .select(eb.cast<string>(userId, 'uuid').as('user_id'))
    .select(['own.id', 'own.type', 'own.subject', 'own.actors', 'own.more', 'own.post_id', 'own.comment_id'])
    .select(['own.community_id', 'own.channel_id', 'own.conversation_id', 'own.message_id', 'own.role_id'])
    .select(['own.report_id', 'own.decision_id', 'own.created_at', 'own.read'])
    .where('own.user_id', '=', userId)
    .where('own.id', '=', anyPrepared<string>(ids, 'uuid'));
  return eb
    .selectFrom(own.as('notifications'))
    .selectAll()
    .where(and(...conditions))
    .offset(byKey);
}

const shownStatements = statementsByType<OwnOnes, ShownRow>('notifications-shown', (type, given) =>
  selectToTell(ownRows(given, isWanted(row('notifications')), isAboutSeen(row('notifications'), type)), type),
);

// With a parameter as the limit, PostgreSQL would expect a tenth of everything, and plan each call anew, which takes longer than the call.
// So it's a constant.
/** What a list shows. */
export type Filter = 'all' | 'mentions' | 'team';
const filters: Record<Filter, readonly NotificationType[]> = {
  all: [],
  mentions: ['mention', 'reply'],
  team: ['report', 'appeal'],
};

const newestStatements = Object.fromEntries(
  (Object.keys(filters) as Filter[]).map((filter) => [
    filter,
    statement(`notifications-newest-${filter}`, (db, { userId, before }: Given<{ userId: string; before: string }>) => {
      const newest = db
        .selectFrom('notifications')
        .select(['user_id', 'id', 'type', 'withdrawn'])
        .where('user_id', '=', unforeseen(userId, 'uuid'))
        .where('id', '<', unforeseen(before, 'uuid'))
        .orderBy('id', 'desc')
        .limit(sql.lit(limits.page.listMax));
      return filters[filter].length > 0 ? newest.where('type', 'in', filters[filter]) : newest;
    }),
  ]),
) as Record<Filter, (pipeline: Pipeline, values: { userId: string; before: string }) => Promise<AskedRow[]>>;

/** How many notifications are read for a page: most are shown. */
export const askedFor = (missing: number): number => missing + Math.max(4, missing >> 3);

/** A notification, and whether it's stored as withdrawn. */
export interface AskedRow {
  user_id: string;
  id: string;
  type: NotificationType;
  withdrawn: boolean | null;
}

/** A page of a person's notifications, newest first; and those whose stored `withdrawn` is wrong, with the right value. */
export async function listShown(
  pipeline: Pipeline,
  userId: string,
  page: { filter: Filter; before: string | undefined; size: number },
): Promise<{ rows: ShownRow[]; wrong: AskedRow[] }> {
  const { filter, size } = page;
  const rows: ShownRow[] = [];
  const wrong: AskedRow[] = [];
  for (let before = page.before ?? lastPossibleId; ; ) {
    const newest = await newestStatements[filter](pipeline, { userId, before });
    for (let start = 0; start < newest.length; ) {
      const those = newest.slice(start, start + askedFor(size - rows.length));
      const shown = await byTypes(pipeline, shownStatements, those, (some) => ({
        userId,
        ids: some.map(({ id }) => id),
      }));
      const ids = new Set(shown.map(({ id }) => id));
      const asked = those.map((one) => ({ before: one.withdrawn, now: { ...one, withdrawn: !ids.has(one.id) } }));
      wrong.push(...asked.flatMap(({ before: was, now }) => (was === now.withdrawn ? [] : [now])));
      rows.push(...shown.sort((one, other) => (one.id < other.id ? 1 : -1)));
      if (rows.length >= size) return { rows, wrong };
      start += those.length;
    }
    const last = newest.at(-1);
    if (!last || newest.length < limits.page.listMax) return { rows, wrong };
    before = last.id;
  }
}

/** Several people's notifications: pairs of a person and an id. */
export interface OnesOf {
  userIds: readonly string[];
  ids: readonly string[];
}

export const onesOf = (notifications: readonly { userId: string; id: string }[]): OnesOf => ({
  userIds: notifications.map(({ userId }) => userId),
  ids: notifications.map(({ id }) => id),
});

/** Selects those that meet conditions. */
export const rowsOf = ({ userIds, ids }: Given<OnesOf>, ...conditions: Condition[]) =>
  eb
    .selectFrom('notifications')
    .innerJoin(unnest('asked', { user_id: arrayOf<string>(userIds, 'uuid'), id: arrayOf<string>(ids, 'uuid') }), (on) =>
      on.onRef('asked.user_id', '=', 'notifications.user_id').onRef('asked.id', '=', 'notifications.id'),
    )
    .selectAll('notifications')
    .where(and(...conditions));

const shown = row('notifications', 'shown');

const madeStatements = statementsByType<OnesOf, MadeRow>('notifications-made', (type, given) =>
  selectShown(rowsOf(given, isTellable(row('notifications'), type)), type).select([
    fact(isOnline(shown.user_id)).as('is_online'),
    fact(isWanted(shown)).as('is_wanted'),
  ]),
);

/** The ones among these notifications that their people may see. */
export const listMade = (pipeline: Pipeline, made: readonly Made[]): Promise<MadeRow[]> =>
  byTypes(pipeline, madeStatements, made, onesOf);

const onlineStatement = statement('notifications-online', (db, { userIds }: Given<{ userIds: readonly string[] }>) =>
  db
    .selectFrom(unnest('asked', { id: arrayOf<string>(userIds, 'uuid') }))
    .select('asked.id')
    .where(isOnline(sql.ref('asked.id'))),
);

/** The ones among these people who are online. */
export async function listOnline(pipeline: Pipeline, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await onlineStatement(pipeline, { userIds: [...new Set(userIds)] });
  return rows.map(({ id }) => id);
}

export async function deleteNotifications(db: Db, which: readonly { userId: string; id: string }[]): Promise<void> {
  if (which.length === 0) return;
  await sql`with held as materialized (
      select own.user_id, own.id from notifications own
        join unnest(${which.map(({ userId }) => userId)}::uuid[], ${which.map(({ id }) => id)}::uuid[]) gone (user_id, id)
          on own.user_id = gone.user_id and own.id = gone.id
      order by ${lockOrder('own')} for update of own
    )
    delete from notifications using held where notifications.user_id = held.user_id and notifications.id = held.id`.execute(
    db,
  );
}

/** Marks notifications as read. @returns whether any was unread */
export async function markRead(
  db: Db,
  userId: string,
  which: { upTo: string } | { ids: readonly string[] },
): Promise<boolean> {
  const isMeant = 'upTo' in which ? sql`own.id <= ${which.upTo}` : sql`own.id = any(${[...which.ids]}::uuid[])`;
  const { numAffectedRows = 0n } = await sql`with held as materialized (
      select own.user_id, own.id from notifications own
      where own.user_id = ${userId} and not own.read and own.withdrawn is not true and ${isMeant}
      order by ${lockOrder('own')} for no key update
    )
    update notifications set read = true from held
    where notifications.user_id = held.user_id and notifications.id = held.id`.execute(db);
  return numAffectedRows > 0n;
}

/** How many rows one statement deletes or changes. */
const sweptAtOnce = 5000;

/** Removes a person from some notifications, and deletes those that then have no actors. @returns whether there may be more */
export async function forgetActor(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ number: number }>`with held as materialized (
      select user_id, id, actors from notifications where actors @> array[${userId}]::uuid[]
      order by ${lockOrder('notifications')} limit ${sql.lit(sweptAtOnce)} for update
    ),
    gone as (
      delete from notifications using held
      where notifications.user_id = held.user_id and notifications.id = held.id and cardinality(held.actors) = 1
        and notifications.type <> 'role'
    ),
    kept as (
      update notifications set actors = array_remove(notifications.actors, ${userId}::uuid) from held
      where notifications.user_id = held.user_id and notifications.id = held.id
        and (cardinality(held.actors) > 1 or notifications.type = 'role')
    )
    select count(*)::int as number from held`.execute(tx);
  return (rows[0]?.number ?? 0) === sweptAtOnce;
}

/** How many days notifications are kept, and how many a person has at most. */
const retentionDays = 90;
const maxStored = 1000;
/** Deletes some notifications that are too old. @returns whether there may be more */
export async function sweepOld(db: Db, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - retentionDays * 24 * 60 * 60 * 1000);
  const { numAffectedRows = 0n } = await sql`delete from notifications where (user_id, id) in (
      select user_id, id from notifications where created_at < ${before} order by created_at limit ${sql.lit(sweptAtOnce)}
    )`.execute(db);
  return numAffectedRows >= BigInt(sweptAtOnce);
}

/** People with more notifications than are kept, starting after one of them. */
export async function listCrowded(db: Db, after: string, max: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select user_id from notifications where user_id > ${after}
    group by user_id having count(*) > ${sql.lit(maxStored)} order by user_id limit ${max}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Deletes some of a person's notifications beyond the newest. @returns whether there may be more */
export async function sweepBeyond(db: Db, userId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from notifications where user_id = ${userId} and id in (
      select id from notifications where user_id = ${userId} order by id desc offset ${sql.lit(maxStored)} limit ${sql.lit(sweptAtOnce)}
    )`.execute(db);
  return numAffectedRows >= BigInt(sweptAtOnce);
}
