import type { MeetingMedia, MeetingPeer } from '@hubbub/contract/features/meetings/meetings.events.ts';
import { lacksRight, notFound } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { findCall } from './calls.queries.ts';
import { callCodePrefix } from './calls.rules.ts';
import { isIn, muteIn, type PeerRow, peersIn, updateHand } from './meetings.queries.ts';
import { hostOf } from './meetings.rules.ts';
import { findOwnPeer, peerGone } from './meetings.service.ts';
import { viewPeer } from './meetings.view.ts';

const notHost = 'Only whoever started this meeting can mute others.';

/** The stay that a key proves, for an action that everyone notices. @throws {HttpError} 404 if there's none, 429 if it's too often */
async function findGesturing(platform: Platform, userId: string, key: string): Promise<PeerRow> {
  const peer = await findOwnPeer(platform, userId, key);
  await platform.limits.spend('meeting-gestures', userId);
  return peer;
}

/** Raises somebody's hand, or lowers it. @throws {HttpError} 404, 429 */
export async function raiseHand(
  platform: Platform,
  userId: string,
  { key, raised }: { key: string; raised: boolean },
): Promise<PeerRow> {
  const peer = await findGesturing(platform, userId, key);
  await updateHand(platform.db.kysely, peer.peer_id, raised);
  return peer;
}

/** The person who reacts; reactions aren't stored. @throws {HttpError} 404, 429 */
export const reactAs = (platform: Platform, userId: string, key: string): Promise<PeerRow> =>
  findGesturing(platform, userId, key);

/** Who may mute others in a room; undefined: nobody is there. */
export async function findHost({ db }: Platform, room: string): Promise<PeerRow | undefined> {
  const call = room.startsWith(callCodePrefix) ? await findCall(db.kysely, { code: room }) : undefined;
  return hostOf(await peersIn(db.kysely, room), call?.started_by);
}

/**
 * Mutes somebody else: the others stop playing them until they unmute themselves.
 * @returns what they send now; undefined: they were muted already
 * @throws {HttpError} 404 if one of the two isn't there, 422 for everyone but the host, 429
 */
export async function mute(
  platform: Platform,
  userId: string,
  { key, peer_id: peerId }: { key: string; peer_id: string },
): Promise<{ room: string; by: MeetingPeer['user']; media: MeetingMedia | undefined }> {
  const peer = await findGesturing(platform, userId, key);
  const { room } = peer;
  if ((await findHost(platform, room))?.user_id !== userId) throw lacksRight(notHost);
  if (!(await isIn(platform.db.kysely, room, peerId))) throw notFound(peerGone);
  return { room, by: viewPeer(peer).user, media: await muteIn(platform.db.kysely, room, peerId) };
}
