import type { MeetingMedia } from '@hubbub/contract/features/meetings/meetings.events.ts';
import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';

interface MeetingPeersTable {
  peer_id: string;
  key: string;
  room: string;
  user_id: string;
  audio: boolean;
  video: boolean;
  screen: boolean;
  hand: Generated<boolean>;
  joined_at: Generated<Date>;
  seen_at: Generated<Date>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    meeting_peers: MeetingPeersTable;
  }
}

/** Someone in a room, with the person's current name and picture. */
export interface PeerRow extends MeetingMedia {
  peer_id: string;
  key: string;
  room: string;
  user_id: string;
  hand: boolean;
  username: string;
  name: string | null;
  profile_path: string | null;
}

/** A row that hasn't been renewed for this many milliseconds belongs to a page that's gone. */
export const longestSilence = 3_500;

/** Whether a page has been silent for too long. */
export const isGone = sql<boolean>`meeting_peers.seen_at < now() - make_interval(secs => ${sql.lit(longestSilence / 1000)})`;

/** The name and picture for a meeting service. */
export async function findPerson(db: Db, userId: string) {
  return await db
    .selectFrom('users')
    .select(['username', 'name', 'profile_path'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Serializes joins to a room until the transaction ends. */
export async function lockRoom(tx: Tx, room: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('meeting:' || ${room}, 0))`.execute(tx);
}

const people = (db: Db) =>
  db
    .selectFrom('meeting_peers')
    .innerJoin('users', 'users.id', 'meeting_peers.user_id')
    .select([
      'meeting_peers.peer_id',
      'meeting_peers.key',
      'meeting_peers.room',
      'meeting_peers.user_id',
      'meeting_peers.audio',
      'meeting_peers.video',
      'meeting_peers.screen',
      'meeting_peers.hand',
      'users.username',
      'users.name',
      'users.profile_path',
    ]);

/** Who's in a room, in the order of joining. */
export async function peersIn(db: Db, room: string): Promise<PeerRow[]> {
  return await people(db).where('room', '=', room).orderBy('joined_at').orderBy('peer_id').execute();
}

/** The stay that a key proves, if it's this person's. */
export async function findPeer(db: Db, key: string, userId: string): Promise<PeerRow | undefined> {
  return await people(db).where('key', '=', key).where('user_id', '=', userId).executeTakeFirst();
}

/** Whether anyone is in a room. */
export async function isIn(db: Db, room: string, peerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('meeting_peers')
    .select('peer_id')
    .where('peer_id', '=', peerId)
    .where('room', '=', room)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether the key is in no other stay */
export async function insertPeer(
  db: Db,
  peer: { peerId: string; key: string; room: string; userId: string; media: MeetingMedia },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('meeting_peers')
    .values({ peer_id: peer.peerId, key: peer.key, room: peer.room, user_id: peer.userId, ...peer.media })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Sets what someone is sending now; it also counts as a heartbeat. */
export async function updateMedia(db: Db, peerId: string, { audio, video, screen }: MeetingMedia): Promise<void> {
  await db
    .updateTable('meeting_peers')
    .set({ audio, video, screen, seen_at: sql`now()` })
    .where('peer_id', '=', peerId)
    .execute();
}

export async function updateHand(db: Db, peerId: string, hand: boolean): Promise<void> {
  await db.updateTable('meeting_peers').set({ hand }).where('peer_id', '=', peerId).execute();
}

/** Stores that somebody in a room is muted. @returns what they send; undefined: they aren't there, or were muted already */
export async function muteIn(db: Db, room: string, peerId: string): Promise<MeetingMedia | undefined> {
  return await db
    .updateTable('meeting_peers')
    .set({ audio: false })
    .where('peer_id', '=', peerId)
    .where('room', '=', room)
    .where('audio', '=', true)
    .returning(['audio', 'video', 'screen'])
    .executeTakeFirst();
}

/** @returns whether there was such a stay */
export async function deletePeer(db: Db, peerId: string): Promise<boolean> {
  const result = await db.deleteFrom('meeting_peers').where('peer_id', '=', peerId).executeTakeFirst();
  return result.numDeletedRows > 0;
}

/** Ends stays. @returns those that hadn't ended yet */
export async function deletePeers(db: Db, peerIds: readonly string[]): Promise<{ peer_id: string; room: string }[]> {
  const stays = db.selectFrom('meeting_peers').select('peer_id').where('peer_id', 'in', peerIds).orderBy('peer_id');
  return await db
    .deleteFrom('meeting_peers')
    .where('peer_id', 'in', stays.forUpdate())
    .returning(['peer_id', 'room'])
    .execute();
}

/**
 * Records how long ago each of these pages last sent anything, in milliseconds.
 * @returns the ones that are still in the table: the others' accounts are gone, or another process has removed them
 */
export async function renewPeers(db: Db, heard: readonly { peerId: string; ago: number }[]): Promise<Set<string>> {
  const { rows } = await sql<{ peer_id: string }>`
    with heard as materialized (
      select held.peer_id, given.ago
      from unnest(${heard.map(({ peerId }) => peerId)}::uuid[], ${heard.map(({ ago }) => Math.round(ago))}::int[]) given (peer_id, ago)
        join meeting_peers held on held.peer_id = given.peer_id
      order by held.peer_id for update of held
    )
    update meeting_peers set seen_at = now() - make_interval(secs => heard.ago / 1000.0)
    from heard where meeting_peers.peer_id = heard.peer_id
    returning meeting_peers.peer_id`.execute(db);
  return new Set(rows.map(({ peer_id }) => peer_id));
}

/** Removes pages that have been silent for too long, in all rooms or in one; not those that are being renewed or removed right now. */
export async function deleteGone(db: Db, room?: string): Promise<{ peer_id: string; room: string }[]> {
  let gone = db.selectFrom('meeting_peers').select('peer_id').where(isGone).forUpdate().skipLocked();
  if (room !== undefined) gone = gone.where('room', '=', room);
  return await db.deleteFrom('meeting_peers').where('peer_id', 'in', gone).returning(['peer_id', 'room']).execute();
}

/** Ends all of a person's stays. */
export async function deletePeersOf(tx: Tx, userId: string): Promise<void> {
  const stays = tx.selectFrom('meeting_peers').select('peer_id').where('user_id', '=', userId).orderBy('peer_id');
  await tx.deleteFrom('meeting_peers').where('peer_id', 'in', stays.forUpdate()).execute();
}
