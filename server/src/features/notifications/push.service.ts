import type {
  addPushSubscription as addCall,
  listPushDevices as listCall,
  removePushSubscription as removeCall,
} from '@hubbub/contract/features/notifications/push.endpoints.ts';
import type { EndpointAnswer, EndpointRequest } from '@hubbub/contract/platform/endpoint.ts';
import { holdUser } from '#features/accounts/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { invalid, notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import {
  listOwnDevices,
  removeDevice,
  removeSubscription,
  storeSubscription,
  withDevices,
} from '#platform/push/subscriptions.queries.ts';
import { newVapidSecret, openVapid, readKeys, type Vapid } from '#platform/push/web-push.ts';
import { keyOf } from '#platform/secrets/server-keys.queries.ts';
import { unknownDevice } from '#platform/sessions/device.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { closedOnDevices } from './push-closed.service.ts';

/** The server's key pair, made when it first starts; all processes have the same. */
export const openPushKey = async ({ db }: Pick<Platform, 'db'>): Promise<Vapid> =>
  openVapid(await keyOf(db.kysely, 'vapid', newVapidSecret));

/** The public half of it. */
export const readPushKey = async (platform: Platform): Promise<{ key: string }> => ({
  key: (await openPushKey(platform)).publicKey,
});

const badAddress = 'This is not an address that pushes can be sent to.';

/** Whether pushes may be sent to an address: encrypted, or on the host's own network if the host allows it. */
function isPushAddress({ outgoing }: Platform, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && outgoing.takesPlain(endpoint));
}

/**
 * Adds the caller's device to those that get pushes, for as long as its session lasts.
 * @throws {HttpError} 422 for an address that nothing can be sent to
 */
export async function addPushSubscription(
  platform: Platform,
  { userId, tokenHash: sessionHash }: Session,
  { endpoint, keys }: EndpointRequest<typeof addCall>['body'],
): Promise<Record<string, never>> {
  const { db, clock, newId } = platform;
  if (!isPushAddress(platform, endpoint)) throw invalid({ endpoint: badAddress });
  const read = readKeys(keys);
  if (!read) throw invalid({ keys: 'These are not the keys of a push subscription.' });
  await db.transaction(async (tx) => {
    const subscription = { id: newId(), userId, sessionHash, endpoint, ...read };
    if (!(await holdUser(tx, userId)) || !(await storeSubscription(tx, subscription, clock.now())))
      throw unauthenticated();
  });
  return {};
}

/** Removes one of the caller's devices; does nothing for an unknown one. */
export async function removePushSubscription(
  { db }: Platform,
  { userId }: Session,
  { endpoint }: EndpointRequest<typeof removeCall>['body'],
): Promise<Record<string, never>> {
  await removeSubscription(db.kysely, userId, endpoint);
  return {};
}

/** The caller's devices that get pushes, newest first, and the tags of notifications that the current one should close. */
export async function listPushDevices(
  platform: Platform,
  { userId, tokenHash }: Session,
): Promise<EndpointAnswer<typeof listCall>> {
  const { db, clock } = platform;
  const rows = await listOwnDevices(db.kysely, userId, clock.now());
  const own = rows.filter(({ session_hash }) => session_hash.equals(tokenHash)).map(({ id }) => id);
  const closedOn = await closedOnDevices(platform, own);
  const devices = rows.map(({ id, device, created_at, last_sent_at, session_hash }) => ({
    device_id: id,
    device: device ?? unknownDevice,
    created_at: created_at.toISOString(),
    last_sent_at: last_sent_at?.toISOString() ?? null,
    current: session_hash.equals(tokenHash),
  }));
  return { devices, closed: own.flatMap(closedOn) };
}

/** Removes one of the caller's devices. @throws {HttpError} 404 for one that they don't have */
export async function removePushDevice(
  { db }: Platform,
  { userId }: Session,
  id: string,
): Promise<Record<string, never>> {
  if (!isId(id) || !(await removeDevice(db.kysely, userId, id))) throw notFound(noDevice);
  return {};
}

const noDevice = "You don't have this device. It may have been removed.";

/** Milliseconds before something is pushed: people who have it open have read it by then. */
const pushDelayMs = 3000;
/** How many notifications one job pushes. */
const pushedTogether = 20;

/** Pushes a room's new messages to these people's devices in a moment, with everything that arrives until then. */
export async function pushMessagesLater(
  { clock, jobs, db }: Pick<Platform, 'clock' | 'jobs' | 'db'>,
  roomId: string,
  userIds: readonly string[],
): Promise<void> {
  const runAt = new Date(clock.now().getTime() + pushDelayMs);
  for (const userId of userIds) {
    const options = { runAt, key: `push ${userId} ${roomId}`, keepsTime: true };
    await jobs.add(db.kysely, 'notifications.push-messages', { userId, roomId }, options);
  }
}

/** Pushes these notifications to their people's devices in a moment, if they still may and want to see them. */
export async function pushLater(
  { clock, jobs }: Pick<Platform, 'clock' | 'jobs'>,
  tx: Tx,
  told: readonly { userId: string; id: string }[],
): Promise<void> {
  if (told.length === 0) return;
  const reachable = await withDevices(
    tx,
    told.map(({ userId }) => userId),
  );
  const pushed = told.filter(({ userId }) => reachable.has(userId));
  const runAt = new Date(clock.now().getTime() + pushDelayMs);
  for (let start = 0; start < pushed.length; start += pushedTogether) {
    await jobs.add(tx, 'notifications.push', { told: pushed.slice(start, start + pushedTogether) }, { runAt });
  }
}
