import type { NotificationServerEvents } from '@hubbub/contract/features/notifications/notifications.events.ts';
import { readUnreadIn, type UnreadRoom } from '#features/rooms/public.ts';
import type { Platform } from '#platform/platform.ts';
import { personPrefix } from '#platform/realtime/realtime.ts';
import { changeOf } from './unread.rules.ts';
import { readUnreadOf } from './unread.service.ts';
import { type Unread, viewUnread } from './unread.view.ts';

declare module '#platform/realtime/realtime.ts' {
  interface SentEvents extends NotificationServerEvents {}
}

/** Milliseconds before changes are counted: by then a page has marked what it shows as read, and nothing is sent. */
const settleMs = 300;
/** Milliseconds between two counts: nobody gets theirs more often. */
const pauseMs = 1000;
/** Counting never takes more than this share of the time: the longer it takes, the longer the pause after it. */
const share = 4;
/** People counted at the same time. */
const atOnce = 8;

/** What may have changed since the last count. */
interface Waiting {
  /** People for whom all counts may have changed. */
  people: Set<string>;
  /** Rooms, for these people; `everybody`: for everyone who can read the room. */
  rooms: Map<string, Set<string>>;
}

const everybody = '';
const noneWaiting = (): Waiting => ({ people: new Set(), rooms: new Map() });

/** The counts that people connected to this process were last sent. */
type SentCounts = Map<string, Unread>;
type Parts = Pick<Platform, 'db' | 'realtime'>;

/**
 * Sends changes of unread counts to the people connected to this process. Each process counts for its own people, because only it knows
 * what they were sent.
 */
export function registerUnread(platform: Pick<Platform, 'db' | 'realtime' | 'log'>): { close(): void } {
  const { realtime, log } = platform;
  const sent: SentCounts = new Map();
  let waiting = noneWaiting();
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  let nextAt = 0;

  const later = () => {
    if (timer || isBusy || waiting.people.size + waiting.rooms.size === 0) return;
    timer = setTimeout(() => void run(), Math.max(settleMs, nextAt - performance.now())).unref();
  };
  const run = async () => {
    timer = undefined;
    isBusy = true;
    const startedAt = performance.now();
    const taken = waiting;
    waiting = noneWaiting();
    try {
      await count(platform, sent, taken);
    } catch (error) {
      log.error({ err: error }, "couldn't tell people what's unread");
    }
    const now = performance.now();
    nextAt = now + Math.max(pauseMs, share * (now - startedAt));
    isBusy = false;
    later();
  };

  realtime.signals.on('unread', ({ userIds = [everybody], roomId }) => {
    const { people, rooms } = waiting;
    const concerned = roomId === undefined ? people : (rooms.get(roomId) ?? new Set());
    for (const id of userIds) concerned.add(id);
    if (roomId !== undefined) rooms.set(roomId, concerned);
    later();
  });
  realtime.onConnections({ come: () => undefined, gone: (userId) => void sent.delete(userId) });
  return {
    close() {
      clearTimeout(timer);
      isBusy = true;
    },
  };
}

/** Counts everything that may have changed, and sends the changes to people who are connected. */
async function count(parts: Parts, sent: SentCounts, { people, rooms }: Waiting): Promise<void> {
  const here = parts.realtime.roomsNamed(personPrefix);
  const isHere = new Set(here);
  const concerned = new Set([...rooms.values()].flatMap((those) => (those.has(everybody) ? here : [...those])));
  const present = [...concerned].filter((id) => isHere.has(id));
  const found = present.length === 0 ? [] : await readUnreadIn(parts.db.reads, present, [...rooms.keys()]);
  const states = Map.groupBy(found, ({ user_id }) => user_id);
  for (const userId of present) {
    const now = states.get(userId) ?? [];
    const before = sent.get(userId);
    if (people.has(userId)) continue;
    if (before) tell(parts, sent, userId, withRooms(before, [...rooms.keys()], now));
    // People who haven't been sent anything yet get everything, unless no change concerns them.
    else if (now.some(({ room_id, unread }) => unread > 0 || rooms.get(room_id)?.has(userId))) people.add(userId);
  }
  const ids = [...people].filter((id) => isHere.has(id));
  for (let start = 0; start < ids.length; start += atOnce) {
    const counting = ids.slice(start, start + atOnce).map(async (id) => {
      const now = await readUnreadOf(parts.db.reads, id);
      tell(parts, sent, id, now, states.get(id));
    });
    await Promise.all(counting);
  }
}

/** The unread counts, with those of some rooms replaced. */
const withRooms = ({ rooms, ...rest }: Unread, roomIds: readonly string[], now: readonly UnreadRoom[]): Unread => ({
  ...rest,
  rooms: [...rooms.filter(({ room_id }) => !roomIds.includes(room_id)), ...now.filter(({ unread }) => unread > 0)],
});

/** @param read rooms in which nothing is unread: people who haven't been sent anything yet get those, too */
function tell(
  { realtime }: Parts,
  sent: SentCounts,
  userId: string,
  now: Unread,
  read: readonly UnreadRoom[] = [],
): void {
  const before = sent.get(userId);
  sent.set(userId, now);
  const known = new Set(now.rooms.map(({ room_id }) => room_id));
  const change = before
    ? changeOf(viewUnread(before), viewUnread(now))
    : viewUnread({ ...now, rooms: [...now.rooms, ...read.filter(({ room_id }) => !known.has(room_id))] });
  if (Object.keys(change).length > 0) realtime.toUsersHere([userId], 'unreadChanged', change);
}
