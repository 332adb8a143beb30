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
  joined_at: Generated<Date>;
  seen_at: Generated<Date>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    meeting_peers: MeetingPeersTable;
  }
}

/** Somebody in a room, with the name and the picture that the person has now. */
export interface PeerRow extends MeetingMedia {
  peer_id: string;
  key: string;
  room: string;
  user_id: string;
  username: string;
  name: string | null;
  profile_path: string | null;
}

/** A row that was not renewed for this long, in milliseconds, is of a page that has gone. */
export const longestSilence = 3_500;

const isGone = sql<boolean>`meeting_peers.seen_at < now() - make_interval(secs => ${sql.lit(longestSilence / 1000)})`;

/** The name and the picture that a meeting service is given. */
export async function findPerson(db: Db, userId: string) {
  return await db
    .selectFrom('users')
    .select(['username', 'name', 'profile_path'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** Makes all who enter a room at the same time do so one after the other, until the transaction ends. */
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
      'users.username',
      'users.name',
      'users.profile_path',
    ]);

/** Who is in a room, in the order in which they came. */
export async function peersIn(db: Db, room: string): Promise<PeerRow[]> {
  return await people(db).where('room', '=', room).orderBy('joined_at').orderBy('peer_id').execute();
}

/** The stay that a key proves, if it is that of this person. */
export async function findPeer(db: Db, key: string, userId: string): Promise<PeerRow | undefined> {
  return await people(db).where('key', '=', key).where('user_id', '=', userId).executeTakeFirst();
}

/** Whether somebody is in a room. */
export async function isIn(db: Db, room: string, peerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('meeting_peers')
    .select('peer_id')
    .where('peer_id', '=', peerId)
    .where('room', '=', room)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertPeer(
  db: Db,
  peer: { peerId: string; key: string; room: string; userId: string; media: MeetingMedia },
): Promise<void> {
  await db
    .insertInto('meeting_peers')
    .values({ peer_id: peer.peerId, key: peer.key, room: peer.room, user_id: peer.userId, ...peer.media })
    .execute();
}

/** Says what somebody sends now; that the page is there is seen by it, too. */
export async function updateMedia(db: Db, peerId: string, { audio, video, screen }: MeetingMedia): Promise<void> {
  await db
    .updateTable('meeting_peers')
    .set({ audio, video, screen, seen_at: sql`now()` })
    .where('peer_id', '=', peerId)
    .execute();
}

/** @returns whether there was such a stay */
export async function deletePeer(db: Db, peerId: string): Promise<boolean> {
  const result = await db.deleteFrom('meeting_peers').where('peer_id', '=', peerId).executeTakeFirst();
  return result.numDeletedRows > 0;
}

/**
 * Notes how long ago each of these pages was heard, in milliseconds.
 * @returns those that are in the table: of the others the account is gone, or another process has removed them
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

/** Removes whoever was not heard for too long, everywhere or in one room; not those who are being renewed or removed just now. */
export async function deleteGone(db: Db, room?: string): Promise<{ peer_id: string; room: string }[]> {
  let gone = db.selectFrom('meeting_peers').select('peer_id').where(isGone).forUpdate().skipLocked();
  if (room !== undefined) gone = gone.where('room', '=', room);
  return await db.deleteFrom('meeting_peers').where('peer_id', 'in', gone).returning(['peer_id', 'room']).execute();
}

/** Ends all stays of a person. */
export async function deletePeersOf(tx: Tx, userId: string): Promise<void> {
  const stays = tx.selectFrom('meeting_peers').select('peer_id').where('user_id', '=', userId).orderBy('peer_id');
  await tx.deleteFrom('meeting_peers').where('peer_id', 'in', stays.forUpdate()).execute();
}
