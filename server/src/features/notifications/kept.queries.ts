import type { NotificationType } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { sql } from 'kysely';
import { isMemberOf } from '#features/communities/public.ts';
import { nextNotifyEnd } from '#features/messages/public.ts';
import type { Db, Hot } from '#platform/database/database.ts';
import { lastPossibleId, noId } from '#platform/ids.ts';
import type { HeardChannel } from './counted.queries.ts';

/** One of a person's unread notifications, whether it's shown or not. */
export interface Newest {
  id: string;
  type: NotificationType;
}

/** An unread notification that's shown. */
export interface CountedRow {
  id: string;
  /** Whether it's a mention in a channel. */
  in_channel: boolean;
  post_id: string | null;
  /** The community that the post is in. */
  community_id: string | null;
}

/**
 * What was found out about what's unread for a person, all of it at the snapshot or later. It's used again for as long as nothing has
 * changed that the snapshot didn't see (0160_unread_changes.sql).
 */
export interface Kept extends Pick<ChangesRow, 'user_id' | 'started' | 'snapshot' | 'newest_hash' | 'next_end'> {
  newest: readonly Newest[];
  heard: readonly HeardChannel[];
  /** Notifications that are shown. */
  shown: ReadonlyMap<string, CountedRow>;
  /** How often a channel mentions the person after the message they've read. */
  mentions: ReadonlyMap<string, { readId: number; mentions: number }>;
}

/** The columns of `changesSince`. */
export interface ChangesRow {
  user_id: string;
  /** Of this statement. */
  snapshot: string;
  /** When PostgreSQL started, and the table's number: another database's snapshots say nothing. */
  started: string;
  /** What's noted in `unread_changes`. Null: that isn't known. */
  changed: string[] | null;
  /** Whether nothing is noted in `heard_changes` of them or their communities. */
  hears_same: boolean | null;
  /** When what they chose for a room ends, and the time now, in seconds. */
  next_end: number | null;
  now: number;
  /** Of the ids of their newest unread notifications. */
  newest_hash: string;
  /** Whether the person has a role on the site. */
  has_role: boolean;
}

/** With more changes, everything is counted anew. */
const mostChanges = 500;

/** The person in `heard_changes` whose row says from where on changes are there. */
const horizonId = `'${lastPossibleId}'::uuid`;

/**
 * Columns that say what has changed since a snapshot. All are expressions: text that may be null, a person's id, and a select of the ids of
 * their newest unread notifications.
 */
export const changesSince = (snapshot: string, person: string, newest: string): string => {
  const since = `(select ${snapshot}::text::pg_snapshot as snapshot offset 0) since`;
  const isComplete = `since.snapshot is not null and pg_snapshot_xmax(since.snapshot) <= pg_snapshot_xmax(pg_current_snapshot())
    and pg_snapshot_xmin(since.snapshot) >=
      coalesce((select max(horizon.xid) from heard_changes horizon where horizon.user_id = ${horizonId}), '0')`;
  const isNew = (changes: string) =>
    `${changes}.xid >= pg_snapshot_xmin(since.snapshot) and not pg_visible_in_snapshot(${changes}.xid, since.snapshot)`;
  const inCommunities = `select noted.community_id, row_number() over (order by noted.xid) as place from heard_changes noted
    where noted.community_id is not null and ${isNew('noted')} order by noted.xid limit ${mostChanges}`;
  return `pg_current_snapshot()::text as snapshot, pg_postmaster_start_time() || ' ' || 'heard_changes'::regclass::oid as started,
    (select case when ${isComplete} then array(select noted.subject_id from unread_changes noted where ${isNew('noted')}
      order by noted.xid limit ${mostChanges}) end from ${since}) as changed,
    (select ${isComplete} and not exists (select from heard_changes noted
      where noted.user_id in (${person}, '${noId}') and ${isNew('noted')})
      and not exists (select from (${inCommunities}) noted
        where noted.place = ${mostChanges} or ${isMemberOf('noted.community_id', person)}) from ${since}) as hears_same,
    extract(epoch from ${nextNotifyEnd(person)})::float8 as next_end, extract(epoch from now())::float8 as now,
    (select count(*) || ' ' || coalesce(bit_xor(uuid_hash_extended(newest.id, 0)), 0) from (${newest}) newest) as newest_hash,
    exists (select from users own where own.id = ${person} and own.site_role is not null) as has_role`;
};

/** What needn't be found out again. */
interface Known extends Pick<Kept, 'shown' | 'mentions'> {
  newest?: Kept['newest'];
  heard?: Kept['heard'];
}

const nothing: Known = { shown: new Map(), mentions: new Map() };

/** What's still so of what's kept about a person. */
export function stillKnown(kept: Kept | undefined, row: ChangesRow): Known {
  if (!kept || kept.user_id !== row.user_id || kept.started !== row.started) return nothing;
  const isSameChoice = kept.next_end === null || row.now < kept.next_end;
  return {
    ...withoutChanged(kept, row),
    ...(kept.newest_hash === row.newest_hash && { newest: kept.newest }),
    ...(row.hears_same && isSameChoice && { heard: kept.heard }),
  };
}

function withoutChanged({ shown, mentions }: Kept, { user_id, changed }: ChangesRow): Known {
  if (changed === null || changed.length >= mostChanges) return nothing;
  if (changed.length === 0) return { shown, mentions };
  const subjects = new Set(changed);
  if (subjects.has(noId) || subjects.has(user_id)) return nothing;
  const isChanged = (id: string | null) => id !== null && subjects.has(id);
  return {
    shown: new Map(
      [...shown].filter(([, { post_id, community_id }]) => !isChanged(post_id) && !isChanged(community_id)),
    ),
    mentions: new Map([...mentions].filter(([id]) => !subjects.has(id))),
  };
}

/** The types of which `unread_changes` notes everything that may hide them. */
const keepableTypes: ReadonlySet<NotificationType> = new Set<NotificationType>([
  'vote',
  'comment',
  'reply',
  'community_post',
]);

/** Those of some shown notifications that may be kept. What the site's team sees also depends on the time. */
export function keepable(
  { has_role }: ChangesRow,
  newest: readonly Newest[],
  rows: readonly CountedRow[],
  known: Kept['shown'],
): Kept['shown'] {
  if (has_role) return new Map();
  const types = new Map(newest.map(({ id, type }) => [id, type]));
  const kept = rows.filter(({ id, post_id }) => {
    const type = types.get(id);
    return post_id !== null && type !== undefined && keepableTypes.has(type);
  });
  return kept.length === known.size && kept.every(({ id }) => known.has(id))
    ? known
    : new Map(kept.map((row) => [row.id, row]));
}

/** How many notifications and channels are kept, of all people together. */
const mostKept = 100_000;

const weightOf = ({ newest, heard }: Kept): number => 1 + newest.length + heard.length;

class KeptPeople {
  readonly #people = new Map<string, Kept>();
  #weight = 0;

  find(name: string): Kept | undefined {
    return this.#people.get(name);
  }

  keep(name: string, kept: Kept): void {
    this.#remove(name);
    // Whoever was counted last goes last.
    this.#people.set(name, kept);
    this.#weight += weightOf(kept);
    for (const oldest of this.#people.keys()) {
      if (this.#weight <= mostKept) return;
      this.#remove(oldest);
    }
  }

  #remove(name: string): void {
    const kept = this.#people.get(name);
    if (!kept) return;
    this.#people.delete(name);
    this.#weight -= weightOf(kept);
  }
}

const keptOf = new WeakMap<Hot, KeptPeople>();

/** What's kept about whoever a token or an id stands for. */
export const keptFor = (hot: Hot, name: string): Kept | undefined => keptOf.get(hot)?.find(name);

/** What was found out besides what the statement itself says. */
type Found = Pick<Kept, 'newest' | 'heard' | 'shown' | 'mentions' | 'next_end'>;

/** Keeps what was found out, complete as it is: calls that run at the same time keep nothing of each other's. */
export function keepFor(hot: Hot, name: string, row: ChangesRow, found: Found): void {
  const people = keptOf.get(hot) ?? new KeptPeople();
  keptOf.set(hot, people);
  const { user_id, started, snapshot, newest_hash } = row;
  people.keep(name, { user_id, started, snapshot, newest_hash, ...found });
}

/** Deletes the changes that only snapshots from before now don't see: what's kept with those is found out again. */
export async function sweepChanges(db: Db): Promise<void> {
  const isOld = sql`(xid < pg_snapshot_xmin(pg_current_snapshot()) or xid >= pg_snapshot_xmax(pg_current_snapshot()))`;
  await sql`with told as (delete from unread_changes where ${isOld}),
      heard as (delete from heard_changes where ${isOld} or user_id = ${sql.raw(horizonId)})
    insert into heard_changes (user_id, xid) select ${sql.raw(horizonId)}, pg_snapshot_xmin(pg_current_snapshot())`.execute(
    db,
  );
}

/** Deletes what's noted about somebody who deleted their account. */
export async function forgetChanges(db: Db, userId: string): Promise<void> {
  await sql`with told as (delete from unread_changes where subject_id = ${userId})
    delete from heard_changes where user_id = ${userId}`.execute(db);
}
