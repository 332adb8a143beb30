import type { SettingType } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { OutgoingError } from '#platform/outgoing/outgoing.ts';
import type { Platform } from '#platform/platform.ts';
import {
  dropDevice,
  type KnownDevice,
  listDevices,
  noteFailure,
  noteSuccess,
} from '#platform/push/subscriptions.queries.ts';
import { pushRequest, type Vapid } from '#platform/push/web-push.ts';
import type { ShownRow } from './notifications.queries.ts';
import { linkOfRoom } from './notifications.rules.ts';
import { viewNotification } from './notifications.view.ts';
import { listNews, listPushable, type NewsRow } from './push.queries.ts';
import {
  againAt,
  isDead,
  outcomeOf,
  type PushAnswer,
  type PushText,
  payloadOf,
  urgencyOf,
  worthPushing,
} from './push.rules.ts';
import { openPushKey } from './push.service.ts';
import { listSettings, usualSettings } from './settings.queries.ts';
import { isQuietAt, isTold } from './settings.rules.ts';

/** What a push is about, so that it can be asked for again: a notification, or what's new in a room. */
export type PushedThing = { userId: string } & ({ id: string } | { roomId: string });

/** A push that's due, as its person may see it now. */
interface DuePush {
  thing: PushedThing;
  type: SettingType;
  text: PushText;
}

/** How often it was tried, and since when. */
interface Attempts {
  attempt: number;
  since: string;
}

function pushOf(row: ShownRow): DuePush {
  const { group: tag, text: title, excerpt: body, url, type } = viewNotification(row);
  return { thing: { userId: row.user_id, id: row.id }, type, text: { title, body, url, tag } };
}

function pushOfNews(news: NewsRow): DuePush {
  const {
    user_id: userId,
    room_id: roomId,
    content,
    sender_name,
    channel_name,
    community_handle,
    community_name,
  } = news;
  const isChannel = channel_name !== null;
  const said = content.trim() === '' ? 'Sent a file' : content;
  const text = {
    title: isChannel ? `#${channel_name} in ${community_name}` : sender_name,
    body: isChannel ? `${sender_name}: ${said}` : said,
    url: linkOfRoom({
      channelId: isChannel ? roomId : null,
      conversationId: roomId,
      communityHandle: community_handle,
    }),
    tag: `room:${roomId}`,
  };
  return { thing: { userId, roomId }, type: 'message', text };
}

/** Those of these things that their people may see at this moment, haven't read, and want to be pushed now. */
async function listDue({ db, clock }: Platform, things: readonly PushedThing[]): Promise<DuePush[]> {
  const told = things.flatMap((thing) => ('id' in thing ? [thing] : []));
  const rooms = things.flatMap((thing) => ('roomId' in thing ? [thing] : []));
  const [rows, news] = await Promise.all([
    told.length > 0 ? listPushable(db.hot, told) : [],
    rooms.length > 0 ? listNews(db.hot, rooms) : [],
  ]);
  const mentioned = new Set(news.filter((row) => row.mentions_reader).map((row) => `${row.user_id} ${row.room_id}`));
  const pushes = [...rows.map(pushOf), ...news.map(pushOfNews)];
  const settings = await listSettings(
    db.kysely,
    pushes.map(({ thing }) => thing.userId),
  );
  return pushes.filter(({ thing, type }) => {
    const own = settings.get(thing.userId) ?? usualSettings;
    // People a message mentions get the push about that instead.
    const isMention = 'roomId' in thing && mentioned.has(`${thing.userId} ${thing.roomId}`);
    if (isMention && isTold(own.changed, 'mention', 'push')) return false;
    return isTold(own.changed, type, 'push') && !isQuietAt(own.quiet, clock.now());
  });
}

/** Pushes some things to all devices of their people. */
export async function pushThings(platform: Platform, things: readonly PushedThing[]): Promise<void> {
  const { db, clock } = platform;
  const due = await listDue(platform, things);
  if (due.length === 0) return;
  const userIds = due.map(({ thing }) => thing.userId);
  const devices = Map.groupBy(await listDevices(db.kysely, { userIds }, clock.now()), ({ userId }) => userId);
  const vapid = await openPushKey(platform);
  const attempts = { attempt: 1, since: clock.now().toISOString() };
  const sends = due.flatMap((push) =>
    (devices.get(push.thing.userId) ?? []).map((device) => deliver(platform, vapid, device, push, attempts)),
  );
  await Promise.all(sends);
}

/** Pushes something to one device that it couldn't be pushed to before. */
export async function pushAgain(
  platform: Platform,
  { deviceId, thing, ...attempts }: Attempts & { deviceId: string; thing: PushedThing },
): Promise<void> {
  const { db, clock } = platform;
  if (clock.now().getTime() - Date.parse(attempts.since) > worthPushing) return;
  const [device] = await listDevices(db.kysely, { id: deviceId }, clock.now());
  const [push] = await listDue(platform, [thing]);
  if (device?.userId !== thing.userId || !push) return;
  await deliver(platform, await openPushKey(platform), device, push, attempts);
}

/** Sends a push to a device, and draws the conclusions. */
async function deliver(
  platform: Platform,
  vapid: Vapid,
  device: KnownDevice,
  push: DuePush,
  attempts: Attempts,
): Promise<void> {
  const { db, clock } = platform;
  const { id, failedSince, pausedUntil } = device;
  const begun = clock.now();
  if (pausedUntil && pausedUntil > begun) return await queueAgain(platform, device, push, attempts, pausedUntil);
  const answer = await send(platform, vapid, device, push);
  const outcome = outcomeOf(answer);
  const now = clock.now();
  if (outcome === 'sent') {
    if (failedSince) await noteSuccess(db.kysely, id);
  } else if (outcome === 'gone' || isDead(failedSince, now)) {
    await dropDevice(db.kysely, id);
  } else if (outcome === 'refused') {
    await noteFailure(db.kysely, id, now, null);
  } else {
    const at = againAt({ attempt: attempts.attempt, answer, now });
    await noteFailure(db.kysely, id, now, at);
    await queueAgain(platform, device, push, { ...attempts, attempt: attempts.attempt + 1 }, at);
  }
}

async function queueAgain(
  { db, jobs }: Platform,
  { id: deviceId }: KnownDevice,
  { thing, text }: DuePush,
  attempts: Attempts,
  runAt: Date,
): Promise<void> {
  // A newer one about the same takes its place.
  const options = { runAt, key: `push ${deviceId} ${text.tag}` };
  await jobs.add(db.kysely, 'notifications.push-again', { deviceId, thing, ...attempts }, options);
}

/** Where a push service reaches the host. */
const subjectOf = (publicUrl: string): string => {
  const { protocol, origin, hostname } = new URL(publicUrl);
  return protocol === 'https:' ? origin : `mailto:noreply@${hostname}`;
};

/** @returns undefined: the push service couldn't be reached */
async function send(
  { outgoing, config }: Platform,
  vapid: Vapid,
  device: KnownDevice,
  { type, text }: DuePush,
): Promise<PushAnswer | undefined> {
  const subject = subjectOf(config.publicUrl);
  const options = { ttl: worthPushing / 1000, urgency: urgencyOf(type), tag: text.tag, subject };
  try {
    return await outgoing.post(device.endpoint, pushRequest(vapid, device, payloadOf(text), options));
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    // The door doesn't let anything through to there, today or tomorrow.
    return error.isPassing ? undefined : { status: 400 };
  }
}
