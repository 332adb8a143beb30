import type { UnreadChannel, UnreadCounts } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { MessageChange } from '@hubbub/contract/features/messages/messages.events.ts';
import type { Platform } from '#platform/platform.ts';
import { personPrefix } from '#platform/realtime/realtime.ts';
import { recountedBy, recountPrefix } from './announce.service.ts';
import { type ChannelStateRow, countConversations, readChannelStates, readUnreadOf } from './unread.queries.ts';
import { changeOf } from './unread.rules.ts';
import { viewUnread } from './unread.view.ts';

/** Milliseconds before changes are counted: a page marks what it shows as read by then, and nothing is sent. */
const settleMs = 300;
/** Milliseconds between two counts: nobody hears of theirs more often. */
const pauseMs = 1000;
/** The longer counting takes, the longer the pause after it, so that it never takes more than this part of the time. */
const share = 4;
/** People counted by one statement. */
const atOnce = 50;

const channelPrefix = 'channel:';

/** What may have changed since the last count. */
interface Waiting {
  /** People for whom anything may have, with channels of theirs in particular. */
  people: Map<string, Set<string>>;
  /** People for whom only conversations may have. */
  talking: Set<string>;
  /** Channels, for everyone there. */
  channels: Set<string>;
}

const noneWaiting = (): Waiting => ({ people: new Map(), talking: new Set(), channels: new Set() });

/** What the people connected to this process were told last. */
type Told = Map<string, UnreadCounts>;

/**
 * Tells the people connected to this process what has changed of what's unread for them. Each process counts for its own people, because
 * only it knows what they were told.
 */
export function registerUnread(platform: Pick<Platform, 'db' | 'realtime' | 'log'>): { close(): void } {
  const { realtime, log } = platform;
  const told: Told = new Map();
  let waiting = noneWaiting();
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  let nextAt = 0;

  const later = () => {
    if (timer || isBusy || waiting.people.size + waiting.talking.size + waiting.channels.size === 0) return;
    timer = setTimeout(() => void run(), Math.max(settleMs, nextAt - performance.now())).unref();
  };
  const run = async () => {
    timer = undefined;
    isBusy = true;
    const startedAt = performance.now();
    const taken = waiting;
    waiting = noneWaiting();
    try {
      await count(platform, told, taken);
    } catch (error) {
      log.error({ err: error }, "couldn't tell people what's unread");
    }
    const now = performance.now();
    nextAt = now + Math.max(pauseMs, share * (now - startedAt));
    isBusy = false;
    later();
  };

  watch(realtime, {
    person(userId, channelId) {
      const channels = waiting.people.get(userId) ?? new Set();
      waiting.people.set(userId, channels);
      if (channelId !== undefined) channels.add(channelId);
      later();
    },
    talking(userId) {
      waiting.talking.add(userId);
      later();
    },
    channel(id) {
      waiting.channels.add(id);
      later();
    },
  });
  realtime.onConnections({ come: () => undefined, gone: (userId) => void told.delete(userId) });
  return {
    close() {
      clearTimeout(timer);
      isBusy = true;
    },
  };
}

/** Notices whatever may change what's unread for somebody. */
function watch(
  realtime: Platform['realtime'],
  on: { person(userId: string, channelId?: string): void; talking(userId: string): void; channel(id: string): void },
): void {
  for (const event of ['notification', 'conversationChanged', 'channelClosed', 'accountDeleted'] as const) {
    realtime.onSent(event, ({ userIds }) => {
      for (const id of userIds) on.person(id);
    });
  }
  const channelsIn = (rooms: readonly string[]) => {
    for (const room of rooms) if (room.startsWith(channelPrefix)) on.channel(room.slice(channelPrefix.length));
  };
  // A new message in a conversation changes nothing else; whoever is mentioned in it gets a notification.
  realtime.onSent('receiveMessage', ({ userIds, rooms }) => {
    for (const id of userIds) on.talking(id);
    channelsIn(rooms);
  });
  // A message may mention others than before.
  realtime.onSent('messageChanged', ({ userIds, rooms, json }) => {
    const { change } = JSON.parse(json) as MessageChange;
    if (change.kind === 'reaction' || change.kind === 'files') return;
    for (const id of userIds) on.person(id);
    channelsIn(rooms);
  });
  realtime.onSent('channelRead', ({ userIds, json }) => {
    const { channel_id } = JSON.parse(json) as { channel_id: string };
    for (const id of userIds) on.person(id, channel_id);
  });
  realtime.onSent('unreadChanged', ({ rooms }) => {
    for (const room of rooms) if (room.startsWith(recountPrefix)) on.person(...recountedBy(room));
  });
}

type Parts = Pick<Platform, 'db' | 'realtime'>;

/** Counts what may have changed, and tells those who are here. */
async function count(parts: Parts, told: Told, { people, talking, channels }: Waiting): Promise<void> {
  const here = parts.realtime.roomsNamed(personPrefix);
  const isHere = new Set(here);
  for (const id of talking) if (!people.has(id) && !told.has(id)) people.set(id, new Set());
  for (const id of people.keys()) if (!isHere.has(id)) people.delete(id);
  if (channels.size > 0 && here.length > 0) {
    const rows = await readChannelStates(parts.db.hot, here, [...channels]);
    const left = rows.filter(({ user_id }) => !people.has(user_id)).filter((row) => !tellChannel(parts, told, row));
    for (const { user_id } of left) people.set(user_id, new Set());
  }
  await tellTalking(
    parts,
    told,
    [...talking].filter((id) => isHere.has(id) && !people.has(id)),
  );
  const ids = [...people.keys()];
  for (let start = 0; start < ids.length; start += atOnce) {
    await countPeople(parts, told, new Map(ids.slice(start, start + atOnce).map((id) => [id, people.get(id) ?? none])));
  }
}

const none: ReadonlySet<string> = new Set();

function tell({ realtime }: Parts, userId: string, change: Partial<UnreadCounts>): void {
  if (Object.keys(change).length > 0) realtime.toUsersHere([userId], 'unreadChanged', change);
}

/** Tells people who know the rest about their conversations. */
async function tellTalking(parts: Parts, told: Told, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  for (const { user_id: userId, conversations } of await countConversations(parts.db.hot, userIds)) {
    const before = told.get(userId);
    // Whoever has left meanwhile is told everything when they come back.
    if (!before) continue;
    const now = { ...before, conversations, total: before.total - before.conversations + conversations };
    told.set(userId, now);
    tell(parts, userId, changeOf(before, now));
  }
}

/** Tells a person about a channel. False: more than that may have changed, or it's not known what they know. */
function tellChannel(parts: Parts, told: Told, row: ChannelStateRow): boolean {
  const before = told.get(row.user_id);
  if (!before) return row.unread === 0;
  const known = before.channels.find(({ channel_id }) => channel_id === row.channel_id);
  if (row.mentions !== (known?.mentions ?? 0)) return false;
  const now = { ...before, channels: withState(before.channels, row) };
  told.set(row.user_id, now);
  tell(parts, row.user_id, changeOf(before, now));
  return true;
}

/** Counts everything for some people, and tells them; those who haven't been told anything yet also hear of the channels named. */
async function countPeople(parts: Parts, told: Told, people: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
  const { hot } = parts.db;
  const ids = [...people.keys()];
  const named = ids.filter((id) => !told.has(id)).flatMap((id) => [...(people.get(id) ?? none)]);
  const states = named.length > 0 ? await readChannelStates(hot, ids, named) : [];
  for (const unread of await readUnreadOf(hot, ids)) {
    const { user_id: userId } = unread;
    const now = viewUnread(unread);
    const before = told.get(userId);
    told.set(userId, now);
    const read = states.filter((row) => row.user_id === userId && people.get(userId)?.has(row.channel_id));
    tell(
      parts,
      userId,
      before ? changeOf(before, now) : { ...now, channels: read.reduce(withReadState, now.channels) },
    );
  }
}

const viewState = ({
  channel_id,
  community_id,
  community_handle,
  unread,
  mentions,
}: ChannelStateRow): UnreadChannel => ({
  channel_id,
  community_id,
  community_handle,
  unread,
  mentions,
});

/** Channels with one of them as it is now, if it counts. */
function withState(channels: readonly UnreadChannel[], row: ChannelStateRow): UnreadChannel[] {
  const others = channels.filter(({ channel_id }) => channel_id !== row.channel_id);
  return row.unread > 0 && !row.muted ? [...others, viewState(row)] : others;
}

/** Channels with one more that counts nothing, unless it does. */
const withReadState = (channels: UnreadChannel[], row: ChannelStateRow): UnreadChannel[] =>
  channels.some(({ channel_id }) => channel_id === row.channel_id)
    ? channels
    : [...channels, { ...viewState(row), unread: 0, mentions: 0 }];
