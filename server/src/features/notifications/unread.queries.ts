import type { UnreadChannel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { channelStates, heardChannels, mentionsAfter, mostCounted } from '#features/channels/public.ts';
import { unreadConversations } from '#features/conversations/public.ts';
import { mayMention } from '#features/messages/public.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import { once, sessionOfToken } from '#platform/database/session-statement.ts';
import { countNew, type HeardChannel } from './counted.queries.ts';
import { isAboutSeen, isShown, isUnread, isWanted, needsActor } from './notifications.access.ts';
import {
  askedFor,
  byTypes,
  ownNotifications,
  type ShownPage,
  type ShownRow,
  type StatementsByType,
  shownColumns,
  shownFrom,
  statementsByType,
} from './notifications.queries.ts';

/** What's unread for a person. */
export interface Unread {
  user_id: string;
  stale: boolean;
  notifications: number;
  /** Those of them that are mentions in channels, which count with their channels. */
  in_channels: number;
  conversations: number;
  channels: UnreadChannel[];
}

/** How a statement finds its person, from `$1`: by a session's token, or by their id. */
const people = { token: sessionOfToken, id: 'select $1::uuid as user_id, false as stale' };
type By = keyof typeof people;

const byEither = (make: (by: By) => Statement): Record<By, () => Statement> => ({
  token: once(() => make('token')),
  id: once(() => make('id')),
});

/** Some of a person's newest unread notifications, whether they're shown or not. */
const newestOf = (person: string, before = ''): string =>
  `select newest.id, newest.type from notifications newest
    where newest.user_id = ${person} and not newest.read ${before} order by newest.id desc limit ${mostCounted}`;

interface Newest {
  id: string;
  type: NotificationType;
}

interface PersonRow {
  user_id: string;
  stale: boolean;
  conversations: number;
  id: string | null;
  type: NotificationType;
}

const personStatements = byEither((by) => ({
  name: `unread-person-${by}`,
  text: `with person as materialized (
      select found.*, ${unreadConversations('found.user_id')} as conversations from (${people[by]} offset 0) found
    )
    select person.*, newest.id, newest.type from person left join lateral (${newestOf('person.user_id')}) newest on true`,
}));

const channelsStatements = byEither((by) => ({
  name: `unread-heard-${by}`,
  text: `with person as materialized (${people[by]})
    select channel.* from person cross join lateral (${heardChannels('person.user_id')}) channel
    order by channel.community_id, channel.channel_id`,
}));

const unreadStatements = statementsByType(
  'notifications-unread',
  (
    type,
  ) => `select notifications.id, notifications.channel_id is not null and notifications.type = 'mention' as in_channel
    from ${ownNotifications} where ${isUnread('notifications', type)} and ${isShown('notifications', type)}`,
);

interface CountedRow {
  id: string;
  /** Whether it's a mention in a channel. */
  in_channel: boolean;
}

const olderStatement: Statement = { name: 'unread-older', text: newestOf('$1::uuid', 'and newest.id < $2') };
const newestStatement: Statement = { name: 'unread-newest', text: newestOf('$1::uuid') };

const newestFirst = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? 1 : -1);

/** A person's unread notifications, whether they count or not. */
interface Unsorted<Row> {
  /** The first of them. */
  newest: readonly Newest[];
  /** The only ones that matter; left out: all. */
  types?: readonly NotificationType[];
  /** Those of which it's known whether they count, and those of them that do. */
  known?: { looked: ReadonlySet<string>; rows: readonly Row[] };
}

/** A person's unread notifications, newest first, up to `mostCounted`, as statements that find those that count. */
async function collect<Row extends { id: string }>(
  hot: Hot,
  statements: StatementsByType,
  userId: string,
  { newest, types, known }: Unsorted<Row>,
): Promise<Row[]> {
  const rows: Row[] = [...(known?.rows ?? [])];
  for (let those = newest; those.length > 0; ) {
    const asked = those.filter(({ id, type }) => (types?.includes(type) ?? true) && !known?.looked.has(id));
    for (let start = 0; start < asked.length && rows.length < mostCounted; ) {
      // Few aren't shown, so after the first go few more are needed.
      const end = start + askedFor(mostCounted - rows.length);
      rows.push(...(await byTypes<Row>(hot, statements, userId, asked.slice(start, end))).sort(newestFirst));
      start = end;
    }
    if (rows.length >= mostCounted || those.length < mostCounted) break;
    those = await hot.query<Newest>(olderStatement, [userId, those.at(-1)?.id]);
  }
  return rows.slice(0, mostCounted);
}

/** How many unread notifications a person sees, and how many of those are mentions in channels; counting stops. */
async function countShown(
  hot: Hot,
  userId: string,
  unsorted: Unsorted<CountedRow>,
): Promise<Pick<Unread, 'notifications' | 'in_channels'>> {
  const shown = await collect<CountedRow>(hot, unreadStatements, userId, unsorted);
  return { notifications: shown.length, in_channels: shown.filter(({ in_channel }) => in_channel).length };
}

const summedUpStatements = statementsByType(
  'notifications-summed-up',
  (type) =>
    `select ${shownColumns(type)}, ${isWanted('shown')} as is_wanted from ${shownFrom(
      `select notifications.* from ${ownNotifications} where ${isUnread('notifications', type)} and ${isAboutSeen('notifications', type)} offset 0`,
      type,
    )} ${needsActor(type) ? 'where named.number > 0' : ''}`,
);

/** A person's unread notifications of some types, newest first, up to `mostCounted`; also those that aren't listed for them. */
export async function listUnread(
  hot: Hot,
  userId: string,
  types: readonly NotificationType[],
): Promise<(ShownRow & { is_wanted: boolean })[]> {
  const newest = await hot.query<Newest>(newestStatement, [userId]);
  return await collect(hot, summedUpStatements, userId, { newest, types });
}

// For several channels: those that nobody was mentioned in cost one look at the index. `(select …)` as in counted.queries.ts.
const mentionsStatement = once(
  (): Statement => ({
    name: 'unread-mentions',
    text: `select asked.channel_id, ${mentionsAfter('asked.channel_id', '$1::uuid', 'asked.read_id')} as mentions
      from unnest((select $2::uuid[]), (select $3::bigint[])) asked (channel_id, read_id)
      where ${mayMention('asked.channel_id', '$1::uuid', 'asked.read_id')}`,
  }),
);

/** Those of a person's channels that count as unread: with something new, and not muted. */
async function unreadChannels(hot: Hot, userId: string, heard: readonly HeardChannel[]): Promise<UnreadChannel[]> {
  if (heard.length === 0) return [];
  const ids = heard.map(({ channel_id }) => channel_id);
  const [counts, mentioning] = await Promise.all([
    countNew(hot, userId, heard),
    hot.query<{ channel_id: string; mentions: number }>(mentionsStatement(), [
      userId,
      ids,
      heard.map(({ read_id }) => read_id),
    ]),
  ]);
  const mentions = new Map(mentioning.map((row) => [row.channel_id, row.mentions]));
  const states = [...counts].flatMap(([id, unread]) => (unread === undefined ? [id] : []));
  const slow = states.length === 0 ? [] : await readChannelStates(hot, [userId], states);
  const slowly = new Map(slow.map((row) => [row.channel_id, row.unread]));
  return heard.flatMap(({ channel_id, community_id, community_handle }) => {
    const unread = counts.get(channel_id) ?? slowly.get(channel_id) ?? 0;
    if (unread === 0) return [];
    return [{ channel_id, community_id, community_handle, unread, mentions: mentions.get(channel_id) ?? 0 }];
  });
}

async function readUnread(hot: Hot, by: By, key: Buffer | string): Promise<Unread | undefined> {
  const [rows, heard] = await Promise.all([
    hot.query<PersonRow>(personStatements[by](), [key]),
    hot.query<HeardChannel>(channelsStatements[by](), [key]),
  ]);
  const [first] = rows;
  if (!first) return undefined;
  const { user_id, stale, conversations } = first;
  const newest = rows.flatMap(({ id, type }) => (id === null ? [] : [{ id, type }]));
  const [told, channels] = await Promise.all([
    countShown(hot, user_id, { newest }),
    unreadChannels(hot, user_id, heard),
  ]);
  return { user_id, stale, conversations, ...told, channels };
}

/** What's unread for the caller; undefined without a session. */
export const readOwnUnread = (hot: Hot, tokenHash: Buffer): Promise<Unread | undefined> =>
  readUnread(hot, 'token', tokenHash);

/** The same for several people, one by one: PostgreSQL would plan a statement for all of them anew each time. */
export async function readUnreadOf(hot: Hot, userIds: readonly string[]): Promise<Unread[]> {
  const all = await Promise.all(userIds.map((id) => readUnread(hot, 'id', id)));
  return all.filter((one) => one !== undefined);
}

const conversationsStatement = once(
  (): Statement => ({
    name: 'unread-conversations',
    text: `select person.id as user_id, ${unreadConversations('person.id')} as conversations from unnest((select $1::uuid[])) person (id)`,
  }),
);

/** How many conversations have something unread for each of these people. */
export const countConversations = (
  hot: Hot,
  userIds: readonly string[],
): Promise<{ user_id: string; conversations: number }[]> => hot.query(conversationsStatement(), [userIds]);

/** How many unread notifications a person has. @param page of all that they're told, in which they don't have to be looked at again */
export async function countUnread(hot: Hot, userId: string, page?: ShownPage): Promise<number> {
  const newest = await hot.query<Newest>(newestStatement, [userId]);
  if (!page) return (await countShown(hot, userId, { newest })).notifications;
  const { looked, rows } = page;
  // What has been read meanwhile doesn't count.
  const still = new Set(newest.map(({ id }) => id));
  const unread = rows.filter(({ id, read }) => !read && still.has(id)).map(({ id }) => ({ id, in_channel: false }));
  return (await countShown(hot, userId, { newest, known: { looked, rows: unread } })).notifications;
}

/** What's new for somebody in a channel they use. */
export interface ChannelStateRow {
  user_id: string;
  channel_id: string;
  community_id: string;
  community_handle: string;
  unread: number;
  mentions: number;
  muted: boolean;
}

const channelsStatement = once(
  (): Statement => ({
    name: 'unread-channels',
    text: `select person.id as user_id, state.* from channels asked
      join community_members member on member.community_id = asked.community_id and member.user_id = any((select $1::uuid[])::uuid[])
      cross join lateral (select member.user_id as id) person
      cross join lateral (${channelStates('person.id', 'channels.id = asked.id')}) state
      where asked.id = any((select $2::uuid[])::uuid[])`,
  }),
);

/** What's new in some channels for those among some people who use them. */
export const readChannelStates = (
  hot: Hot,
  userIds: readonly string[],
  channelIds: readonly string[],
): Promise<ChannelStateRow[]> => hot.query<ChannelStateRow>(channelsStatement(), [userIds, channelIds]);
