import type { SettingType } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { withoutSigns } from '@hubbub/contract/platform/formatting.ts';
import { isQuietAt } from '@hubbub/contract/platform/quiet.ts';
import { messageIdOf } from '#features/rooms/public.ts';
import { findSite } from '#features/site/public.ts';
import { noId } from '#platform/ids.ts';
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
import { linkOfRoom } from './notifications.rules.ts';
import { viewNotification } from './notifications.view.ts';
import { listNews, listPushable, type NewsRow } from './push.queries.ts';
import {
  againAt,
  isDead,
  outcomeOf,
  type PushAnswer,
  type PushSubject,
  type PushText,
  payloadOf,
  urgencyOf,
  withoutPreview,
  worthPushing,
} from './push.rules.ts';
import { openPushKey } from './push.service.ts';
import { closedOnDevices } from './push-closed.service.ts';
import { notePushed } from './pushed.queries.ts';
import { listSettings, usualSettings } from './settings.queries.ts';
import { isNotifiedOf } from './settings.rules.ts';
import type { ShownRow } from './shown.queries.ts';
import { readUnreadOf } from './unread.service.ts';
import { type Unread, viewUnread } from './unread.view.ts';

const testText = { title: 'This is a test', body: 'Pushes reach this device.' };

/** The subject of a push, from which it can be made again: a notification, or the new messages in a room. */
export type PushedThing = { userId: string } & ({ id: string } | { roomId: string });

/** A push that's due, with what its person may see now. */
export interface DuePush {
  thing: PushedThing;
  type: SettingType;
  text: PushText;
  subject: PushSubject;
  /** When it stops being useful, if that's soon: a ringing call. */
  until?: Date;
  isSilent?: boolean;
}

/** The extra data in a device's push. */
interface Aside {
  /** The number on the app's icon. */
  badge: number;
  /** Tags of notifications that it should close. */
  closed: readonly string[];
}

/** How often it was tried, and since when. */
interface Attempts {
  attempt: number;
  since: string;
}

const pushOf =
  (publicUrl: string) =>
  (row: ShownRow): DuePush => {
    const { group: tag, text: title, excerpt, url, type, message_id } = viewNotification(row);
    const room_id = row.channel_id ?? row.conversation_id;
    return {
      thing: { userId: row.user_id, id: row.id },
      type,
      text: { title, body: withoutSigns(excerpt), navigate: publicUrl + url, tag },
      subject: {
        kind: 'notification',
        notification_id: row.id,
        ...(message_id !== undefined && room_id !== null && { room_id, message_id }),
      },
    };
  };

/** The tag of pushes about a room's new messages. */
const tagOfRoom = (roomId: string): string => `room:${roomId}`;

const pushOfNews =
  (publicUrl: string) =>
  (news: NewsRow): DuePush => {
    const {
      user_id: userId,
      room_id: roomId,
      message_id,
      content,
      sender_name,
      channel_name,
      community_handle,
      community_name,
    } = news;
    const isChannel = channel_name !== null;
    const said = content.trim() === '' ? 'Sent a file' : withoutSigns(content);
    const text = {
      title: isChannel ? `#${channel_name} in ${community_name}` : sender_name,
      body: isChannel ? `${sender_name}: ${said}` : said,
      navigate:
        publicUrl +
        linkOfRoom({
          channelId: isChannel ? roomId : null,
          conversationId: roomId,
          communityHandle: community_handle,
        }),
      tag: tagOfRoom(roomId),
    };
    const subject = { kind: 'message', room_id: roomId, message_id: messageIdOf(message_id) } as const;
    return { thing: { userId, roomId }, type: 'message', text, subject };
  };

/** Finds the people whose pushes may include senders and texts. */
export async function saysAllOf({ db }: Platform, userIds: readonly string[]): Promise<(userId: string) => boolean> {
  const [settings, { previews }] = await Promise.all([listSettings(db.kysely, userIds), findSite(db.kysely)]);
  return (userId) => previews && (settings.get(userId) ?? usualSettings).previews;
}

/** The subjects that their people may see now, haven't read, and want to be pushed. */
async function listDue(platform: Platform, things: readonly PushedThing[]): Promise<DuePush[]> {
  const { db, clock, config } = platform;
  const told = things.flatMap((thing) => ('id' in thing ? [thing] : []));
  const rooms = things.flatMap((thing) => ('roomId' in thing ? [thing] : []));
  const [rows, news] = await Promise.all([listPushable(db.reads, told), listNews(db.reads, rooms)]);
  const mentioned = new Set(news.filter((row) => row.mentions_reader).map((row) => `${row.user_id} ${row.room_id}`));
  const pushes = [...rows.map(pushOf(config.publicUrl)), ...news.map(pushOfNews(config.publicUrl))];
  const userIds = pushes.map(({ thing }) => thing.userId);
  const [settings, saysAll] = await Promise.all([listSettings(db.kysely, userIds), saysAllOf(platform, userIds)]);
  const due = pushes.filter(({ thing, type }) => {
    const own = settings.get(thing.userId) ?? usualSettings;
    // People a message mentions get the push about that instead.
    const isMention = 'roomId' in thing && mentioned.has(`${thing.userId} ${thing.roomId}`);
    if (isMention && isNotifiedOf(own.changed, 'mention', 'push')) return false;
    return isNotifiedOf(own.changed, type, 'push') && !isQuietAt(own.quiet, clock.now());
  });
  return due.map((push) =>
    saysAll(push.thing.userId) ? push : { ...push, text: withoutPreview(push.text, push.subject) },
  );
}

/** The extra data for these devices: the tags of what was read or hidden since, and the unread counts. */
async function asideOf(platform: Platform, devices: readonly KnownDevice[]): Promise<(device: KnownDevice) => Aside> {
  const userIds = [...new Set(devices.map(({ userId }) => userId))];
  const ids = devices.map(({ id }) => id);
  const [closedOn, unread] = await Promise.all([
    closedOnDevices(platform, ids),
    Promise.all(userIds.map((userId) => readUnreadOf(platform.db.reads, userId))),
  ]);
  const badges = new Map(userIds.map((userId, index) => [userId, viewUnread(unread[index] as Unread).total]));
  return ({ id, userId }) => ({ badge: badges.get(userId) ?? 0, closed: closedOn(id) });
}

/** Pushes some things to all devices of their people. */
export async function pushThings(platform: Platform, things: readonly PushedThing[]): Promise<void> {
  await pushDue(platform, await listDue(platform, things));
}

/** Pushes due subjects to all devices of their people. */
export async function pushDue(platform: Platform, due: readonly DuePush[]): Promise<void> {
  const { db, clock } = platform;
  if (due.length === 0) return;
  const userIds = due.map(({ thing }) => thing.userId);
  const all = await listDevices(db.kysely, { userIds }, clock.now());
  const devices = Map.groupBy(all, ({ userId }) => userId);
  const [vapid, aside] = await Promise.all([openPushKey(platform), asideOf(platform, all)]);
  const attempts = { attempt: 1, since: clock.now().toISOString() };
  const sends = due.flatMap((push) =>
    (devices.get(push.thing.userId) ?? []).map((device) => deliver(platform, { vapid, device, push, aside }, attempts)),
  );
  await Promise.all(sends);
}

/** Tries again to push something to one device. */
export async function pushAgain(
  platform: Platform,
  { deviceId, thing, ...attempts }: Attempts & { deviceId: string; thing: PushedThing },
): Promise<void> {
  const { db, clock } = platform;
  if (clock.now().getTime() - Date.parse(attempts.since) > worthPushing) return;
  const [device] = await listDevices(db.kysely, { id: deviceId }, clock.now());
  const [push] = await listDue(platform, [thing]);
  if (device?.userId !== thing.userId || !push) return;
  const [vapid, aside] = await Promise.all([openPushKey(platform), asideOf(platform, [device])]);
  await deliver(platform, { vapid, device, push, aside }, attempts);
}

/** Pushes a test to all of a person's devices. @returns how many push services accepted it */
export async function pushTest(platform: Platform, userId: string): Promise<number> {
  const { db, clock, config } = platform;
  const devices = await listDevices(db.kysely, { userIds: [userId] }, clock.now());
  const [vapid, aside, saysAll] = await Promise.all([
    openPushKey(platform),
    asideOf(platform, devices),
    saysAllOf(platform, [userId]),
  ]);
  const subject = { kind: 'notification' } as const;
  const text = { ...testText, navigate: `${config.publicUrl}/settings/notifications`, tag: 'test' };
  const thing = { userId, id: noId };
  const push: DuePush = {
    thing,
    type: 'security',
    text: saysAll(userId) ? text : withoutPreview(text, subject),
    subject,
  };
  const answers = await Promise.all(
    devices.map(
      async (device) => await send(platform, { vapid, device, push, aside: { ...aside(device), closed: [] } }),
    ),
  );
  return answers.filter((answer) => outcomeOf(answer) === 'sent').length;
}

/** A push on its way to a device. */
interface Sending<About = Aside> {
  vapid: Vapid;
  device: KnownDevice;
  push: DuePush;
  aside: About;
}

/** Sends a push to a device, and handles the outcome. */
async function deliver(
  platform: Platform,
  { vapid, device, push, aside }: Sending<(device: KnownDevice) => Aside>,
  attempts: Attempts,
): Promise<void> {
  const { db, clock } = platform;
  const { id, failedSince, pausedUntil } = device;
  const begun = clock.now();
  if (pausedUntil && pausedUntil > begun) return await queueAgain(platform, device, push, attempts, pausedUntil);
  const besides = aside(device);
  const closed = besides.closed.filter((tag) => tag !== push.text.tag);
  const answer = await send(platform, { vapid, device, push, aside: { ...besides, closed } });
  const outcome = outcomeOf(answer);
  const now = clock.now();
  if (outcome === 'sent') {
    await noteSuccess(db.kysely, id, now);
    const { thing, text } = push;
    const notificationId = 'id' in thing ? thing.id : null;
    const roomId = 'roomId' in thing ? thing.roomId : null;
    const shown = { tag: text.tag, notificationId, roomId, endsAt: push.until ?? null };
    await notePushed(db.kysely, { deviceId: id, ...shown, closed, now });
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
  { thing, text, type }: DuePush,
  attempts: Attempts,
  runAt: Date,
): Promise<void> {
  // By then it would have stopped ringing.
  if (type === 'call') return;
  // A newer push about the same subject replaces it.
  const options = { runAt, key: `push ${deviceId} ${text.tag}` };
  await jobs.add(db.kysely, 'notifications.push-again', { deviceId, thing, ...attempts }, options);
}

/** The contact that the server gives to push services (RFC 8292, `sub`). */
const subjectOf = (publicUrl: string): string => {
  const { protocol, origin, hostname } = new URL(publicUrl);
  return protocol === 'https:' ? origin : `mailto:noreply@${hostname}`;
};

/** @returns undefined: the push service couldn't be reached */
async function send(
  { outgoing, config, clock }: Platform,
  { vapid, device, push: { type, text, subject: about, until, isSilent }, aside }: Sending,
): Promise<PushAnswer | undefined> {
  const subject = subjectOf(config.publicUrl);
  const ttl = until ? Math.max(1, Math.ceil((until.getTime() - clock.now().getTime()) / 1000)) : worthPushing / 1000;
  const options = { ttl, urgency: urgencyOf(type), tag: text.tag, subject };
  try {
    return await outgoing.post(
      device.endpoint,
      pushRequest(vapid, device, payloadOf(text, { subject: about, isSilent, ...aside }), options),
    );
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    // The outbound filter refuses this address, unless the reason is temporary.
    return error.isPassing ? undefined : { status: 400 };
  }
}
