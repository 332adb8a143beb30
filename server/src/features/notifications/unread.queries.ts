import type { UnreadChannel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { channelStates, heardChannels, hidesSenders, mentionsAfter, mostCounted } from '#features/channels/public.ts';
import { unreadConversations } from '#features/conversations/public.ts';
import { mayMention } from '#features/messages/public.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import { once, sessionOfToken } from '#platform/database/session-statement.ts';
import { countNew, type HeardChannel } from './counted.queries.ts';
import {
  type ChangesRow,
  type CountedRow,
  changesSince,
  type Kept,
  keepable,
  keepFor,
  keptFor,
  type Newest,
  stillKnown,
} from './kept.queries.ts';
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

interface PersonRow extends ChangesRow {
  stale: boolean;
  conversations: number;
  /** Whether they blocked somebody. */
  hides: boolean;
}

/** `$2` is the snapshot of what's kept about the person, or null. */
const personStatements = byEither((by) => ({
  name: `unread-person-${by}`,
  text: `with person as materialized (${people[by]})
    select person.user_id, person.stale, ${unreadConversations('person.user_id')} as conversations,
      ${hidesSenders('person.user_id')} as hides, ${changesSince('$2', 'person.user_id', newestOf('person.user_id'))}
    from person`,
}));

const heardStatement = once(
  (): Statement => ({
    name: 'unread-heard',
    text: `select channel.* from (select $1::uuid as id offset 0) person cross join lateral (${heardChannels('person.id')}) channel
      order by channel.community_id, channel.channel_id`,
  }),
);

const unreadStatements = statementsByType(
  'notifications-unread',
  (type) => `select notifications.id, notifications.post_id, notifications.community_id,
      notifications.channel_id is not null and notifications.type = 'mention' as in_channel
    from ${ownNotifications} where ${isUnread('notifications', type)} and ${isShown('notifications', type)}`,
);

const olderStatement: Statement = { name: 'unread-older', text: newestOf('$1::uuid', 'and newest.id < $2') };
const newestStatement: Statement = { name: 'unread-newest', text: newestOf('$1::uuid') };

const newestFirst = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? 1 : -1);

/** A person's unread notifications, whether they count or not. */
interface Unsorted<Row> {
  /** The first of them. */
  newest: readonly Newest[];
  /** The only ones that matter; left out: all. */
  types?: readonly NotificationType[];
  /** What needn't be asked about notifications: the row of one that counts, null for one that doesn't. */
  known?: ReadonlyMap<string, Row | null>;
}

/** A person's unread notifications, newest first, up to `mostCounted`, as statements that find those that count. */
async function collect<Row extends { id: string }>(
  hot: Hot,
  statements: StatementsByType,
  userId: string,
  { newest, types, known }: Unsorted<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let those = newest; those.length > 0; ) {
    rows.push(...those.flatMap(({ id }) => known?.get(id) ?? []));
    const asked = those.filter(({ id, type }) => (types?.includes(type) ?? true) && !known?.has(id));
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

/** How often a person is mentioned in channels that they hear of. @param known what needn't be asked again */
async function findMentions(
  hot: Hot,
  userId: string,
  heard: readonly HeardChannel[],
  known: Kept['mentions'],
): Promise<Kept['mentions']> {
  const asked = heard.filter(({ channel_id, read_id }) => known.get(channel_id)?.readId !== read_id);
  if (asked.length === 0) return known;
  const rows = await hot.query<{ channel_id: string; mentions: number }>(mentionsStatement(), [
    userId,
    asked.map(({ channel_id }) => channel_id),
    asked.map(({ read_id }) => read_id),
  ]);
  const found = new Map(rows.map((row) => [row.channel_id, row.mentions]));
  const isAsked = new Set(asked);
  return new Map(
    heard.map((channel) => {
      const { channel_id: id, read_id: readId } = channel;
      return [id, (isAsked.has(channel) ? undefined : known.get(id)) ?? { readId, mentions: found.get(id) ?? 0 }];
    }),
  );
}

/** Those of a person's channels that count as unread: with something new, and not muted. */
async function unreadChannels(
  hot: Hot,
  userId: string,
  { heard, hides }: { heard: readonly HeardChannel[]; hides: boolean },
  finding: Promise<Kept['mentions']>,
): Promise<UnreadChannel[]> {
  if (heard.length === 0) return [];
  const [counts, mentions] = await Promise.all([countNew(hot, userId, heard, hides), finding]);
  const states = [...counts].flatMap(([id, unread]) => (unread === undefined ? [id] : []));
  const slow = states.length === 0 ? [] : await readChannelStates(hot, [userId], states);
  const slowly = new Map(slow.map((row) => [row.channel_id, row.unread]));
  return heard.flatMap(({ channel_id, community_id, community_handle }) => {
    const unread = counts.get(channel_id) ?? slowly.get(channel_id) ?? 0;
    if (unread === 0) return [];
    return [{ channel_id, community_id, community_handle, unread, mentions: mentions.get(channel_id)?.mentions ?? 0 }];
  });
}

async function readUnread(hot: Hot, by: By, key: Buffer | string): Promise<Unread | undefined> {
  const name = typeof key === 'string' ? key : key.toString('base64');
  const kept = keptFor(hot, name);
  const [person] = await hot.query<PersonRow>(personStatements[by](), [key, kept?.snapshot ?? null]);
  if (!person) return undefined;
  const { user_id, stale, conversations, hides } = person;
  const known = stillKnown(kept, person);
  const [newest, heard] = await Promise.all([
    known.newest ?? hot.query<Newest>(newestStatement, [user_id]),
    known.heard ?? hot.query<HeardChannel>(heardStatement(), [user_id]),
  ]);
  const mentioning = findMentions(hot, user_id, heard, known.mentions);
  const [rows, channels, mentions] = await Promise.all([
    collect<CountedRow>(hot, unreadStatements, user_id, { newest, known: known.shown }),
    unreadChannels(hot, user_id, { heard, hides }, mentioning),
    mentioning,
  ]);
  const next_end = known.heard && kept ? kept.next_end : person.next_end;
  const shown = keepable(person, newest, rows, known.shown);
  keepFor(hot, name, person, { newest, heard, shown, mentions, next_end });
  return {
    user_id,
    stale,
    conversations,
    notifications: rows.length,
    in_channels: rows.filter(({ in_channel }) => in_channel).length,
    channels,
  };
}

const arrived = new WeakMap<Hot, Map<string, Promise<Unread | undefined>>>();

/**
 * What's unread for the caller; undefined without a session. Calls that arrive in the same turn of the event loop share a run, such as those of
 * several tabs: its first statement is sent after all of them have arrived.
 */
export function readOwnUnread(hot: Hot, tokenHash: Buffer): Promise<Unread | undefined> {
  const together = arrived.get(hot) ?? new Map<string, Promise<Unread | undefined>>();
  arrived.set(hot, together);
  const token = tokenHash.toString('base64');
  const shared = together.get(token);
  if (shared) return shared;
  const run = readUnread(hot, 'token', tokenHash);
  together.set(token, run);
  setImmediate(() => together.delete(token));
  return run;
}

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

const toldStatement = once(
  (): Statement => ({
    name: 'unread-told',
    text: `select person.user_id, ${changesSince('$2', 'person.user_id', newestOf('person.user_id'))}
      from (select $1::uuid as user_id offset 0) person`,
  }),
);

/** How many unread notifications a person has. @param page of all that they're told, in which they don't have to be looked at again */
export async function countUnread(hot: Hot, userId: string, page?: ShownPage): Promise<number> {
  const name = `told ${userId}`;
  const kept = keptFor(hot, name);
  const [person] = await hot.query<ChangesRow>(toldStatement(), [userId, kept?.snapshot ?? null]);
  if (!person) return 0;
  const known = stillKnown(kept, person);
  const newest = known.newest ?? (await hot.query<Newest>(newestStatement, [userId]));
  const rowsOfPage = new Map(page?.rows.map((row) => [row.id, row]));
  const looked = [...(page?.looked ?? [])].map((id) => {
    const row = rowsOfPage.get(id);
    const counted = known.shown.get(id) ?? { id, in_channel: false, post_id: null, community_id: null };
    // What has been read where it is doesn't count.
    return [id, row && !row.read ? counted : null] as const;
  });
  const all = new Map<string, CountedRow | null>([...known.shown, ...looked]);
  const rows = await collect<CountedRow>(hot, unreadStatements, userId, { newest, known: all });
  // The page was read before the snapshot.
  const since = rows.filter(({ id }) => known.shown.has(id) || !page?.looked.has(id));
  const shown = keepable(person, newest, since, known.shown);
  keepFor(hot, name, person, { newest, shown, heard: [], mentions: new Map(), next_end: null });
  return rows.length;
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
