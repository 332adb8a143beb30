import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import { isAboutSeen, isWanted, needsActor } from './notifications.access.ts';
import {
  askedFor,
  byTypes,
  ownNotifications,
  type ShownRow,
  type StatementsByType,
  shownColumns,
  shownFrom,
  statementsByType,
} from './notifications.queries.ts';

/** Counting notifications stops here. */
const mostCounted = 100;

interface Newest {
  id: string;
  type: NotificationType;
}

const newestStatement: Statement = {
  name: 'notifications-newest-unread',
  text: `select newest.id, newest.type from notifications newest
    where newest.user_id = $1 and not newest.read and ($2::uuid is null or newest.id < $2) order by newest.id desc limit ${mostCounted}`,
};

const newestFirst = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? 1 : -1);

/** A person's unread notifications, newest first, up to `mostCounted`, as statements that find those that count. */
async function collect<Row extends { id: string }>(
  hot: Hot,
  statements: StatementsByType,
  userId: string,
  types?: readonly NotificationType[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let before: string | null = null; ; ) {
    const those: Newest[] = await hot.query<Newest>(newestStatement, [userId, before]);
    const asked = those.filter(({ type }) => types?.includes(type) ?? true);
    for (let start = 0; start < asked.length && rows.length < mostCounted; ) {
      // Few aren't shown, so after the first go few more are needed.
      const end = start + askedFor(mostCounted - rows.length);
      rows.push(...(await byTypes<Row>(hot, statements, userId, asked.slice(start, end))).sort(newestFirst));
      start = end;
    }
    const last = those.at(-1);
    if (rows.length >= mostCounted || those.length < mostCounted || !last) return rows.slice(0, mostCounted);
    before = last.id;
  }
}

const countStatement: Statement = {
  name: 'notifications-count',
  text: `select count(*)::int as notifications, (count(*) filter (where counted.type = 'mention' and counted.channel_id is not null))::int as in_channels
    from (select newest.type, newest.channel_id from notifications newest
      where newest.user_id = $1 and not newest.read and newest.withdrawn is not true order by newest.id desc limit ${mostCounted}) counted`,
};

/** How many unread notifications a person has, and how many of them are mentions in channels, which count with their channels. */
export async function countUnread(hot: Hot, userId: string): Promise<{ notifications: number; in_channels: number }> {
  const [row] = await hot.query<{ notifications: number; in_channels: number }>(countStatement, [userId]);
  return row ?? { notifications: 0, in_channels: 0 };
}

const summedUpStatements = statementsByType(
  'notifications-summed-up',
  (type) =>
    `select ${shownColumns(type)}, ${isWanted('shown')} as is_wanted from ${shownFrom(
      `select notifications.* from ${ownNotifications} where not notifications.read and ${isAboutSeen('notifications', type)} offset 0`,
      type,
    )} ${needsActor(type) ? 'where named.number > 0' : ''}`,
);

/** A person's unread notifications of some types, newest first, up to `mostCounted`; also those that aren't listed for them. */
export const listUnread = (
  hot: Hot,
  userId: string,
  types: readonly NotificationType[],
): Promise<(ShownRow & { is_wanted: boolean })[]> => collect(hot, summedUpStatements, userId, types);
