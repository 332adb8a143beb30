import {
  type NotificationType,
  notificationTypes,
} from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { type ColumnType, type Generated, sql } from 'kysely';
import { commentVisibleTo } from '#features/comments/public.ts';
import { isOnline } from '#features/presence/public.ts';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { once } from '#platform/database/session-statement.ts';
import { lastPossibleId } from '#platform/ids.ts';
import { lockOrder, type Made } from './drafts.queries.ts';
import { actorShownIn, isAboutSeen, isTellable, isWanted, needsActor } from './notifications.access.ts';
import type { Reported } from './notifications.rules.ts';

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
  /** It's not for its person to see. Null: nobody has asked yet, because the version before told it. */
  withdrawn: Generated<boolean | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    notifications: NotificationsTable;
  }
}

/** A notification with what's shown of it. */
export interface ShownRow {
  user_id: string;
  id: string;
  type: NotificationType;
  subject: string;
  created_at: Date;
  read: boolean;
  post_id: string | null;
  comment_id: string | null;
  report_id: string | null;
  decision_id: string | null;
  channel_id: string | null;
  conversation_id: string | null;
  message_id: number | null;
  channel_name: string | null;
  /** Of the latest three who did it. */
  usernames: string[];
  names: (string | null)[];
  profile_paths: (string | null)[];
  /** How many did it, with those who aren't stored. */
  actor_count: number;
  community_handle: string | null;
  community_name: string | null;
  /** Of whoever is told about a report: whether they're in the site's team. */
  on_team: boolean;
  /** What the report is about that it tells of; null: it tells of none. */
  reported_kind: Reported['kind'] | null;
  reported_name: string | null;
  excerpt: string | null;
}

/** One that was just made. */
export interface MadeRow extends ShownRow {
  /** Whether its person is connected. */
  is_online: boolean;
  /** Whether it's listed: its person may only want it to be pushed, or summed up. */
  is_wanted: boolean;
}

/** The most characters of what it's about. */
const excerptLength = 140;
const excerptOf = (text: string) => `left(${text}, ${excerptLength})`;

/** Where a notification's excerpt is from, by its types. */
const excerpts: readonly { types: readonly NotificationType[]; given?: string; excerpt: () => string }[] = [
  {
    types: ['comment', 'reply', 'reaction', 'mention'],
    given: 'shown.comment_id is not null',
    excerpt: () => `(select ${excerptOf('comments.content')} from comments
      where comments.id = shown.comment_id and ${commentVisibleTo('comments', 'shown.user_id')})`,
  },
  {
    types: ['vote', 'community_post', 'announcement', 'mention'],
    excerpt: () => `(select ${excerptOf('posts.content')} from posts where posts.id = shown.post_id)`,
  },
  {
    types: ['warning', 'removed', 'banned'],
    excerpt: () => `(select ${excerptOf('decisions.text')} from decisions where decisions.id = shown.decision_id)`,
  },
  {
    types: ['security'],
    excerpt: () => `(select security_log.event from security_log
      where security_log.user_id = shown.user_id and security_log.id = shown.subject::uuid)`,
  },
  {
    types: ['role'],
    excerpt: () => '(select roles.name from community_roles roles where roles.id = shown.role_id)',
  },
];

/** The excerpt of a row `shown`. @param only the type of all the rows, if it's known */
const excerptColumn = (only: NotificationType | undefined): string => {
  const cases = excerpts
    .filter(({ types }) => only === undefined || types.includes(only))
    .map(
      ({ types, given = 'true', excerpt }) =>
        `when shown.type in (${types.map((type) => `'${type}'`).join(', ')}) and ${given} then ${excerpt()}`,
    );
  return `case when shown.message_id is not null then (select ${excerptOf('messages.content')} from messages
      where messages.room_id = coalesce(shown.channel_id, shown.conversation_id) and messages.id = shown.message_id)
    ${cases.join('\n')} end`;
};

/** What the report of a row `shown` is about, and what its author, or the community, is called. @param only as for `shownColumns` */
const reportedColumns = (only: NotificationType | undefined): string => {
  const isOfReports = only === undefined || only === 'report' || only === 'report_decided';
  const column = (name: string, of: string) =>
    `${isOfReports ? `(select ${of} from reports where reports.id = shown.report_id)` : 'null::text'} as ${name}`;
  const nameOf = `case when reports.kind = 'community'
    then (select communities.name from communities where communities.id = reports.thing_id::uuid)
    else (select coalesce(authors.name, authors.username) from users authors where authors.id = reports.author_id) end`;
  return `${column('reported_kind', 'reports.kind')}, ${column('reported_name', nameOf)}`;
};

/** Columns of ShownRow from a row `shown` of notifications that the person may see. @param only the type of all the rows, if it's known */
export const shownColumns = (
  only?: NotificationType,
) => `shown.user_id, shown.id, shown.type, shown.subject, shown.created_at, shown.read,
  shown.post_id, shown.comment_id, shown.report_id, shown.decision_id, shown.channel_id, shown.conversation_id, shown.message_id,
  (select rooms.name from rooms where rooms.id = shown.channel_id) as channel_name, named.usernames, named.names, named.profile_paths, named.number + shown.more as actor_count,
  place.handle as community_handle, place.name as community_name,
  coalesce((select users.site_role is not null from users where users.id = shown.user_id), false) as on_team,
  ${reportedColumns(only)}, ${excerptColumn(only)} as excerpt`;

/** A row `shown` of notifications, and what `shownColumns` needs besides. */
export const shownFrom = (rows: string, only?: NotificationType) => `(${rows}) shown
  cross join lateral (
    select ${['username', 'name', 'profile_path']
      .map(
        (column) =>
          `coalesce(array_agg(each.${column} order by each.place) filter (where each.place_among <= 3), '{}') as ${column}s`,
      )
      .join(', ')}, count(*)::int as number
    from (
      select users.username, users.name, users.profile_path, actor.place, row_number() over (order by actor.place) as place_among
      from unnest(shown.actors) with ordinality actor (id, place) join users on users.id = actor.id
      where ${actorShownIn('shown', 'users', only)}
    ) each
  ) named
  left join communities place on place.id = shown.community_id`;

/** Runs the statements of the types that some notifications have: all their ids together. @returns the rows, in no order */
export async function byTypes<Row extends object>(
  hot: Hot,
  statements: StatementsByType,
  userId: string,
  notifications: readonly { id: string; type: NotificationType }[],
): Promise<Row[]> {
  const groups = [...Map.groupBy(notifications, ({ type }) => type)];
  const found = groups.map(([type, those]) => hot.query<Row>(statements[type](), [userId, those.map(({ id }) => id)]));
  return (await Promise.all(found)).flat();
}

/** A statement for each type. `$1` is a person, `$2` are ids of theirs. */
export type StatementsByType = Readonly<Record<NotificationType, () => Statement>>;

/** A statement for each type: PostgreSQL would take longer to begin one for all types than to run this. */
export const statementsByType = (name: string, text: (type: NotificationType) => string): StatementsByType =>
  Object.fromEntries(
    notificationTypes.map((type) => [type, once((): Statement => ({ name: `${name}-${type}`, text: text(type) }))]),
  ) as StatementsByType;

/**
 * Rows `notifications`: those of `$2` that are `$1`'s. Their person is written as the parameter, so that what depends on it alone, such as
 * whether they've blocked anybody, is found out once and not for each row.
 */
export const ownNotifications = `(select $1::uuid as user_id, own.id, own.type, own.subject, own.actors, own.more, own.post_id, own.comment_id,
    own.community_id, own.channel_id, own.conversation_id, own.message_id, own.role_id, own.report_id, own.decision_id, own.created_at, own.read
  from notifications own where own.user_id = $1 and own.id = any((select $2::uuid[])::uuid[])) notifications`;

const shownStatements = statementsByType(
  'notifications-shown',
  (type) =>
    `select ${shownColumns(type)} from ${shownFrom(
      `select notifications.* from ${ownNotifications} where ${isWanted('notifications')} and ${isAboutSeen('notifications', type)} offset 0`,
      type,
    )} ${needsActor(type) ? 'where named.number > 0' : ''}`,
);

// With only a parameter for a limit, PostgreSQL expects a tenth of everything, and rather plans anew for each call, which takes longer than
// the call. So it's a constant.
/** What a filter lists. */
export type Filter = 'all' | 'mentions' | 'team';
const filters: Record<Filter, string> = {
  all: '',
  mentions: `and notifications.type in ('mention', 'reply')`,
  team: `and notifications.type in ('report', 'appeal')`,
};

const newestStatements = Object.fromEntries(
  (Object.keys(filters) as Filter[]).map((filter) => [
    filter,
    {
      name: `notifications-newest-${filter}`,
      text: `select notifications.user_id, notifications.id, notifications.type, notifications.withdrawn from notifications
        where notifications.user_id = $1 and notifications.id < $2 ${filters[filter]}
        order by notifications.id desc limit ${limits.page.listMax}`,
    } satisfies Statement,
  ]),
) as Record<Filter, Statement>;

/** How many notifications are looked at to find some that are shown: most are. */
export const askedFor = (missing: number): number => missing + Math.max(4, missing >> 3);

/** A notification, and whether it's withdrawn. */
export interface AskedRow {
  user_id: string;
  id: string;
  type: NotificationType;
  withdrawn: boolean | null;
}

/** A page of what a person is told, newest first; and those of whom it's wrong whether they're withdrawn, as it should be. */
export async function listShown(
  hot: Hot,
  userId: string,
  page: { filter: Filter; before: string | undefined; size: number },
): Promise<{ rows: ShownRow[]; wrong: AskedRow[] }> {
  const { filter, size } = page;
  const rows: ShownRow[] = [];
  const wrong: AskedRow[] = [];
  for (let before = page.before ?? lastPossibleId; ; ) {
    const newest = await hot.query<AskedRow>(newestStatements[filter], [userId, before]);
    for (let start = 0; start < newest.length; ) {
      const those = newest.slice(start, start + askedFor(size - rows.length));
      const shown = await byTypes<ShownRow>(hot, shownStatements, userId, those);
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

const madeStatements = statementsByType(
  'notifications-made',
  (type) => `select ${shownColumns(type)}, ${isOnline('shown.user_id')} as is_online, ${isWanted('shown')} as is_wanted
    from ${shownFrom(
      `select notifications.* from notifications
        join unnest($1::uuid[], $2::uuid[]) made (user_id, id) on made.user_id = notifications.user_id and made.id = notifications.id
        where ${isTellable('notifications', type)}`,
      type,
    )}`,
);

/** Those of these notifications that their people may see. */
export async function listMade(hot: Hot, made: readonly Made[]): Promise<MadeRow[]> {
  const groups = [...Map.groupBy(made, ({ type }) => type)];
  const found = groups.map(([type, those]) =>
    hot.query<MadeRow>(madeStatements[type](), [those.map(({ userId }) => userId), those.map(({ id }) => id)]),
  );
  return (await Promise.all(found)).flat();
}

const onlineStatement: Statement = {
  name: 'notifications-online',
  text: `select asked.id from unnest((select $1::uuid[])) asked (id) where ${isOnline('asked.id')}`,
};

/** Those of these people who are online. */
export async function listOnline(hot: Hot, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await hot.query<{ id: string }>(onlineStatement, [[...new Set(userIds)]]);
  return rows.map(({ id }) => id);
}

const inLockOrder = (row: string) => sql.raw(lockOrder(row));

export async function deleteNotifications(db: Db, which: readonly { userId: string; id: string }[]): Promise<void> {
  if (which.length === 0) return;
  await sql`with held as materialized (
      select own.user_id, own.id from notifications own
        join unnest(${which.map(({ userId }) => userId)}::uuid[], ${which.map(({ id }) => id)}::uuid[]) gone (user_id, id)
          on own.user_id = gone.user_id and own.id = gone.id
      order by ${inLockOrder('own')} for update of own
    )
    delete from notifications using held where notifications.user_id = held.user_id and notifications.id = held.id`.execute(
    db,
  );
}

/** Marks notifications as read. @returns whether any wasn't */
export async function markRead(
  db: Db,
  userId: string,
  which: { upTo: string } | { ids: readonly string[] },
): Promise<boolean> {
  const isMeant = 'upTo' in which ? sql`own.id <= ${which.upTo}` : sql`own.id = any(${[...which.ids]}::uuid[])`;
  const { numAffectedRows = 0n } = await sql`with held as materialized (
      select own.user_id, own.id from notifications own
      where own.user_id = ${userId} and not own.read and own.withdrawn is not true and ${isMeant}
      order by ${inLockOrder('own')} for no key update
    )
    update notifications set read = true from held
    where notifications.user_id = held.user_id and notifications.id = held.id`.execute(db);
  return numAffectedRows > 0n;
}

/** Rows deleted or changed by one statement. */
const sweptAtOnce = 5000;

/** Takes a person out of some notifications, which go if that leaves nobody. @returns whether there may be more */
export async function forgetActor(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ number: number }>`with held as materialized (
      select user_id, id, actors from notifications where actors @> array[${userId}]::uuid[]
      order by ${inLockOrder('notifications')} limit ${sql.lit(sweptAtOnce)} for update
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

/** How long notifications are kept, in days, and how many a person has at most. */
const keptDays = 90;
const mostKept = 1000;
/** Deletes some notifications that are too old. @returns whether there may be more */
export async function sweepOld(db: Db, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000);
  const { numAffectedRows = 0n } = await sql`delete from notifications where (user_id, id) in (
      select user_id, id from notifications where created_at < ${before} order by created_at limit ${sql.lit(sweptAtOnce)}
    )`.execute(db);
  return numAffectedRows >= BigInt(sweptAtOnce);
}

/** People after one of them who have more notifications than are kept. */
export async function listCrowded(db: Db, after: string, max: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select user_id from notifications where user_id > ${after}
    group by user_id having count(*) > ${sql.lit(mostKept)} order by user_id limit ${max}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Deletes some of a person's notifications beyond the newest. @returns whether there may be more */
export async function sweepBeyond(db: Db, userId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from notifications where user_id = ${userId} and id in (
      select id from notifications where user_id = ${userId} order by id desc offset ${sql.lit(mostKept)} limit ${sql.lit(sweptAtOnce)}
    )`.execute(db);
  return numAffectedRows >= BigInt(sweptAtOnce);
}
