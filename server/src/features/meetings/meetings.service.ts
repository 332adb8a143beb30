import { createHmac, hash } from 'node:crypto';
import type { iceServer } from '@hubbub/contract/features/meetings/meetings.endpoints.ts';
import type { MeetingMedia, MeetingPeer, MeetingSignal } from '@hubbub/contract/features/meetings/meetings.events.ts';
import { defaultProfilePath, limits } from '@hubbub/contract/platform/limits.ts';
import type { z } from 'zod';
import { holdUser } from '#features/accounts/public.ts';
import { invalid, notFound, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { endCallsOf, noteEntrance, requireMayEnterCall } from './calls.service.ts';
import {
  deleteGone,
  deletePeer,
  deletePeersOf,
  findPeer,
  findPerson,
  insertPeer,
  isIn,
  lockRoom,
  type PeerRow,
  peersIn,
  updateMedia,
} from './meetings.queries.ts';
import { mayEnter, pageToYield, roomAddress, turnUsername } from './meetings.rules.ts';
import { viewPeer } from './meetings.view.ts';

const full = `This meeting is full: ${limits.meeting.people} people are in it. Wait until someone leaves, or start your own meeting.`;
const notThere = "You're no longer in this meeting. Join it again.";
const keyTaken = 'This page is in another meeting. Join again with a new key.';
export const peerGone = 'This person has left the meeting.';

/*
 * A meeting is a mesh of up to eight browsers; the server passes on signals and knows who's there, as rows of an unlogged table.
 * The process that holds a page's socket asks it once a second (timers of hidden pages are throttled to one a minute, replies
 * aren't) and renews the rows of all its pages with one statement. Any process removes a row that's 3.5 s old. A page proves by a
 * random key that it's still the same visit, so one that lost its connection comes back as the same person. From about eight
 * people on you need a media server, which MEETING_URL can name.
 */

/** Milliseconds a meeting service has to answer. */
const timeoutMs = 4_000;

/** Whether a meeting service answers at all, with any answer. Without one there's nothing to check. */
async function isReachable(service: string | undefined): Promise<boolean> {
  if (service === undefined) return true;
  const options = { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) } as const;
  return await fetch(new URL(service).origin, options).then(
    () => true,
    () => false,
  );
}

/** A room's address for this person, and whether anything answers there. */
export async function meetingAddress(
  { config, db }: Platform,
  userId: string,
  room: string,
): Promise<{ url: string; reachable: boolean }> {
  const reachable = isReachable(config.meetingUrl);
  const { name, username, profile_path } = await findPerson(db.kysely, userId);
  const avatar = `${config.publicUrl}/media${profile_path ?? defaultProfilePath}`;
  const url = roomAddress(config.meetingUrl, room, { name: name ?? username, avatar });
  return { url, reachable: await reachable };
}

/** The servers browsers use to find a route to each other. For relays, they include credentials for this person, valid for hours. */
export function iceServers({ config, clock }: Platform, userId: string): z.output<typeof iceServer>[] {
  const servers: z.output<typeof iceServer>[] = [];
  if (config.iceServers.length > 0) servers.push({ urls: [...config.iceServers] });
  if (config.turn) {
    const username = turnUsername(clock.now(), userId);
    const credential = createHmac('sha1', config.turn.secret).update(username).digest('base64');
    servers.push({ urls: [...config.turn.urls], username, credential });
  }
  return servers;
}

/**
 * The id of a stay for other people. It's derived from the key without revealing it, so a page that answered too slowly and joins again
 * keeps its id.
 */
function peerIdOf(key: string): string {
  const digits = hash('sha256', `meeting peer ${key}`, 'hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}

/** The result of joining: who joined, who's there, and who turned out to be gone. */
export interface Entrance {
  self: MeetingPeer;
  others: MeetingPeer[];
  /** The page was in the room already and has reconnected. */
  isBack: boolean;
  /** Also the page that made room. */
  gone: string[];
}

/**
 * Lets a page into a room, or back into it.
 * @throws {HttpError} 422 if the room is full, a call that's over, or the key that of another stay, 404 for a call the person may not be in, 401 if the account has just been deleted
 */
export async function enterMeeting(
  platform: Platform,
  userId: string,
  stay: { room: string; key: string; media: MeetingMedia },
): Promise<Entrance> {
  const { db } = platform;
  const { room, key, media } = stay;
  return await db.transaction(async (tx, effects) => {
    // The first of all locks (0004_posts.sql): the account, and its stays with it, may be about to be deleted.
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    await lockRoom(tx, room);
    const call = await requireMayEnterCall(tx, userId, room);
    const known = await findPeer(tx, key, userId);
    const isBack = known?.room === room;
    // A page is in one room at a time.
    if (known && !isBack) await deletePeer(tx, known.peer_id);
    if (known && isBack) await updateMedia(tx, known.peer_id, media);
    const gone = await deleteGone(tx, room);
    const there = await peersIn(tx, room);
    if (!isBack) {
      if (!mayEnter(there.length, limits.meeting.people)) {
        const yielding = pageToYield(there, userId);
        if (!yielding) throw invalid(full);
        // The process that holds its socket finds out, and tells it.
        await deletePeer(tx, yielding.peer_id);
        gone.push(yielding);
      }
      if (!(await insertPeer(tx, { peerId: peerIdOf(key), key, room, userId, media }))) throw invalid(keyTaken);
    }
    if (call) await noteEntrance(platform, tx, effects, { call, userId, isBack });
    const peers = await peersIn(tx, room);
    const self = peers.find((peer) => peer.key === key) as PeerRow;
    return {
      self: viewPeer(self),
      others: peers.filter((peer) => peer !== self).map(viewPeer),
      isBack,
      gone: gone.map(({ peer_id }) => peer_id),
    };
  });
}

/** The stay an event belongs to. @throws {HttpError} 404 if there's none */
export async function findOwnPeer({ db }: Platform, userId: string, key: string): Promise<PeerRow> {
  const peer = await findPeer(db.kysely, key, userId);
  if (!peer) throw notFound(notThere);
  return peer;
}

/** The ids of all pages in a room. */
export async function idsIn({ db }: Platform, room: string): Promise<string[]> {
  return (await peersIn(db.kysely, room)).map(({ peer_id }) => peer_id);
}

/** Ends a stay. @returns whose it was; undefined if it had already ended */
export async function leaveMeeting({ db }: Platform, userId: string, key: string): Promise<PeerRow | undefined> {
  const peer = await findPeer(db.kysely, key, userId);
  return peer && (await deletePeer(db.kysely, peer.peer_id)) ? peer : undefined;
}

/** Sets what someone is sending now. @throws {HttpError} 404 */
export async function changeMedia(
  platform: Platform,
  userId: string,
  change: { key: string; media: MeetingMedia },
): Promise<PeerRow> {
  const peer = await findOwnPeer(platform, userId, change.key);
  await updateMedia(platform.db.kysely, peer.peer_id, change.media);
  return peer;
}

/** Relays a signal from one page to another; both must be in the same room. @throws {HttpError} 404 */
export async function relay(
  platform: Platform,
  userId: string,
  { key, to, ...signal }: { key: string; to: string } & MeetingSignal,
): Promise<{ to: string; payload: { from: string } & MeetingSignal }> {
  const peer = await findOwnPeer(platform, userId, key);
  if (!(await isIn(platform.db.kysely, peer.room, to))) throw notFound(peerGone);
  return { to, payload: { from: peer.peer_id, ...signal } };
}

/** A text message for everyone in the room; it isn't stored. @throws {HttpError} 404 */
export async function sendMessage(platform: Platform, userId: string, said: { key: string; text: string }) {
  const peer = await findOwnPeer(platform, userId, said.key);
  const { peer_id, user } = viewPeer(peer);
  return { room: peer.room, message: { from: peer_id, user, text: said.text, at: platform.clock.now().toISOString() } };
}

/** The feature's reactions to other features' events. */
export function subscribeMeetings(platform: Platform): void {
  const { events } = platform;
  events.on('account.deleted', async (tx, { userId }) => await endCallsOf(platform, tx, userId));
  for (const ended of ['account.deleted', 'account.suspended', 'account.left'] as const) {
    events.on(ended, async (tx, { userId }) => await deletePeersOf(tx, userId));
  }
}
