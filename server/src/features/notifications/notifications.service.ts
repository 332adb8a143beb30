import type { listNotifications as listCall } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import type { EndpointAnswer, EndpointRequest } from '@hubbub/contract/platform/endpoint.ts';
import { holdUsers } from '#features/accounts/public.ts';
import { emitUnread } from '#features/rooms/public.ts';
import { cursorOf } from '#platform/cursors.ts';
import type { Tx } from '#platform/database/database.ts';
import { malformed } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { personPrefix } from '#platform/realtime/realtime.ts';
import { type Draft, type Made, upsertNotifications } from './drafts.queries.ts';
import { listMentions } from './mentions.queries.ts';
import { fewMentions, mentionHours } from './mentions.rules.ts';
import { deleteNotifications, listMade, listOnline, listShown, markRead } from './notifications.queries.ts';
import { viewNotification } from './notifications.view.ts';
import { pushLater } from './push.service.ts';
import { readMentionsReadThere, setWithdrawn } from './sight.queries.ts';
import { reviewNotifications } from './sight.service.ts';
import { listNotified } from './sources.queries.ts';
import { countUnread } from './unread.queries.ts';

/** A notification for somebody. */
export type NewNotification = Omit<Draft, 'createdAt' | 'actors'> & {
  /** Who did it; null: nobody in particular. */
  actorId: string | null;
};

/**
 * The most people who are notified live without checking whether they're online: somebody who has just connected isn't stored as online
 * yet.
 */
const most = 50;

/**
 * Notifies people, except of what they did themselves, of people they don't see or have muted, and of things they may not see now.
 * Repeating a notification changes nothing.
 */
export async function notify(platform: Platform, notifications: readonly NewNotification[]): Promise<void> {
  const { db, clock, newId, realtime } = platform;
  const pairs = notifications.flatMap(({ userId, actorId }) => (actorId === null ? [] : [{ userId, actorId }]));
  const made = await db.transaction(async (tx) => {
    const people = notifications.flatMap(({ userId, actorId }) => [userId, ...(actorId === null ? [] : [actorId])]);
    const there = await holdUsers(tx, [...new Set(people)]);
    const told = pairs.length === 0 ? new Set<string>() : await listNotified(tx, pairs);
    const drafts = (await withinLimit(tx, notifications, clock.now()))
      .filter(
        ({ userId, actorId }) =>
          there.has(userId) && (actorId === null || (there.has(actorId) && told.has(`${userId} ${actorId}`))),
      )
      .map(({ actorId, ...notification }) => ({
        ...notification,
        ...{ actors: actorId === null ? [] : [actorId], createdAt: clock.now() },
      }));
    const stored = await upsertNotifications(tx, drafts, newId);
    await pushLater(platform, tx, stored);
    return stored;
  });
  const mentions = made.filter(({ type }) => type === 'mention');
  if (mentions.length > 0) await readMentionsReadThere(db.kysely, mentions);
  // If a withdrawn notification is stored again, it's shown again as it was.
  const known = notifications.filter(
    ({ userId, type }) => !made.some((one) => one.userId === userId && one.type === type),
  );
  if (known.length > 0) await reviewNotifications(platform, { keys: known });
  const asked = await toBeAsked(platform, made);
  if (asked.length === 0) return;
  const tellable = await listMade(db.reads, asked);
  const tellableIds = new Set(tellable.map(({ id }) => id));
  await deleteNotifications(
    db.kysely,
    asked.filter(({ id }) => !tellableIds.has(id)),
  );
  const shown = tellable.filter((row) => row.is_wanted);
  const unwanted = tellable.filter((row) => !row.is_wanted).map((row) => ({ ...row, withdrawn: true }));
  if (unwanted.length > 0) await setWithdrawn(db.kysely, unwanted);
  const online = shown.length > most ? shown.filter((row) => row.is_online) : shown;
  for (const row of online) realtime.toUsers([row.user_id], 'notification', viewNotification(row));
  const userIds = [...new Set(asked.map(({ userId }) => userId))];
  emitUnread(platform, { userIds });
}

/** How many people one job notifies. */
export const batchSize = 500;

/** Notifies a batch of people, except some of them. @returns the last one; undefined: nobody is left */
export async function notifyBatch(
  platform: Platform,
  people: readonly string[],
  notification: Omit<NewNotification, 'userId'>,
  except: readonly string[] = [],
): Promise<string | undefined> {
  const notified = people.filter((userId) => !except.includes(userId));
  await notify(
    platform,
    notified.map((userId) => ({ userId, ...notification })),
  );
  return people.length === batchSize ? people.at(-1) : undefined;
}

/** Leaves out mentions beyond the limit per pair of people; the messages still count in their rooms. */
async function withinLimit(
  tx: Tx,
  notifications: readonly NewNotification[],
  now: Date,
): Promise<readonly NewNotification[]> {
  const mentions = notifications.filter(({ type }) => type === 'mention');
  if (mentions.length === 0) return notifications;
  const since = new Date(now.getTime() - mentionHours * 60 * 60_000);
  return fewMentions(notifications, await listMentions(tx, mentions, since));
}

/**
 * The notifications to check right away for whether their people may see them. There can be many about reactions, and what a person wrote
 * always stays visible to them, so beyond `most`, those of people who aren't connected are checked when they look.
 */
async function toBeAsked({ db, realtime }: Platform, made: readonly Made[]): Promise<Made[]> {
  const reactions = made.filter(({ type }) => type === 'reaction');
  if (reactions.length <= most) return [...made];
  const here = new Set(realtime.roomsNamed(personPrefix));
  const elsewhere = reactions.filter(({ userId }) => !here.has(userId));
  for (const id of await listOnline(
    db.reads,
    elsewhere.map(({ userId }) => userId),
  ))
    here.add(id);
  return made.filter(({ type, userId }) => type !== 'reaction' || here.has(userId));
}

/** A page of the caller's notifications. @throws {HttpError} 400 if `before` can't be an id */
export async function listNotifications(
  platform: Platform,
  userId: string,
  query: EndpointRequest<typeof listCall>['query'],
): Promise<EndpointAnswer<typeof listCall>> {
  const { filter, size } = query;
  const before = cursorOf(query.before, 'the _id of a notification');
  const { reads } = platform.db;
  const [page, counted] = await Promise.all([
    listShown(reads, userId, { filter, before, size }),
    countUnread(reads, userId),
  ]);
  const { rows, wrong } = page;
  if (wrong.length > 0) {
    await setWithdrawn(platform.db.kysely, wrong);
    emitUnread(platform, { userIds: [userId] });
  }
  const unread = wrong.length > 0 ? await countUnread(reads, userId) : counted;
  return { notifications: rows.slice(0, size).map(viewNotification), unread: unread.notifications };
}

/** Marks some of the caller's notifications as read, on all devices. @throws {HttpError} 400 if `up_to` can't be an id */
export async function readNotifications(
  platform: Platform,
  userId: string,
  given: { up_to?: string | undefined; ids?: readonly string[] | undefined },
): Promise<{ unread: number }> {
  const { up_to: upTo, ids = [] } = given;
  if (upTo !== undefined && !isId(upTo)) throw malformed({ up_to: 'up_to must be the _id of a notification' });
  const which = upTo === undefined ? { ids: ids.filter(isId) } : { upTo };
  if (await markRead(platform.db.kysely, userId, which)) emitUnread(platform, { userIds: [userId] });
  return { unread: (await countUnread(platform.db.reads, userId)).notifications };
}
