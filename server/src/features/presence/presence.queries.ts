import { sql } from 'kysely';
import { showsPresenceText } from '#features/relations/public.ts';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { isOnline, processSeconds } from './presence.access.ts';

/**
 * What the outcome of these statements writes down: whoever is online now and wasn't before, or the other way round. Of those who don't show
 * it, nothing is.
 */
const noteChanges = (people: string, isNowOnline: boolean) =>
  `insert into presence_changes (user_id, at, is_online)
   select people.user_id, clock_timestamp(), ${isNowOnline} from (${people}) people
   where exists (select from users where users.id = people.user_id) and ${showsPresenceText('people.user_id')} order by people.user_id
   on conflict (user_id) do update set at = excluded.at, is_online = excluded.is_online`;

const comeStatement: Statement = {
  name: 'presence-come',
  text: `with process as (
      insert into presence_processes (id, seen_at) values ($1, now()) on conflict (id) do update set seen_at = now() returning id
    ),
    added as (
      insert into online_users (user_id, process_id)
      select given.user_id, process.id from unnest($2::uuid[]) given (user_id) join users on users.id = given.user_id, process
      order by given.user_id
      on conflict do nothing returning user_id
    )
    ${noteChanges(`select added.user_id from added where not ${isOnline('added.user_id')}`, true)}`,
};

/** These people are connected to a process. */
export async function storeCome(hot: Hot, processId: string, userIds: readonly string[]): Promise<void> {
  await hot.query(comeStatement, [processId, userIds]);
}

const goneStatement: Statement = {
  name: 'presence-gone',
  text: `with removed as (
      delete from online_users where process_id = $1 and user_id = any($2::uuid[]) returning user_id
    )
    ${noteChanges(
      `select removed.user_id from removed where not exists (
         select from online_users other join presence_processes process on process.id = other.process_id
         where other.user_id = removed.user_id and other.process_id <> $1
           and process.seen_at > now() - interval '${processSeconds} seconds')`,
      false,
    )}`,
};

/** Writes down that somebody shows from now on whether they're online, or no longer does. */
export async function noteChoice(tx: Tx, userId: string, isShown: boolean): Promise<void> {
  await sql`insert into presence_changes (user_id, at, is_online)
    select users.id, clock_timestamp(), true from users where users.id = ${userId} and ${sql.raw(isOnline('users.id'))} and ${isShown}::boolean
    union all select users.id, clock_timestamp(), false from users where users.id = ${userId} and not ${isShown}::boolean
    on conflict (user_id) do update set at = excluded.at, is_online = excluded.is_online`.execute(tx);
}

/** Forgets a deleted account: whoever looks at it learns that it's gone. */
export async function forgetPresence(db: Db, userId: string): Promise<void> {
  await sql`delete from online_users where user_id = ${userId}`.execute(db);
  await sql`delete from presence_changes where user_id = ${userId}`.execute(db);
}

/** These people have left a process. */
export async function storeGone(hot: Hot, processId: string, userIds: readonly string[]): Promise<void> {
  await hot.query(goneStatement, [processId, userIds]);
}

const seenStatement: Statement = {
  name: 'presence-seen',
  text: 'update presence_processes set seen_at = now() where id = $1 returning id',
};

/** Says that a process is alive. @returns false if the others thought that it was gone */
export async function storeSeen(hot: Hot, processId: string): Promise<boolean> {
  return (await hot.query(seenStatement, [processId])).length > 0;
}

const sweepStatement: Statement = {
  name: 'presence-sweep',
  text: `with ended as (
      select id from presence_processes
      where id = $1 or seen_at < now() - interval '${2 * processSeconds} seconds' order by id for update skip locked
    ),
    removed as (
      delete from online_users where process_id in (select ended.id from ended) returning user_id
    ),
    swept as (delete from presence_processes where id in (select ended.id from ended)),
    forgotten as (delete from presence_changes where at < now() - interval '5 minutes')
    ${noteChanges(
      `select distinct removed.user_id from removed where not exists (
         select from online_users other join presence_processes process on process.id = other.process_id
         where other.user_id = removed.user_id and process.id not in (select ended.id from ended)
           and process.seen_at > now() - interval '${processSeconds} seconds')`,
      false,
    )}`,
};

/** Forgets processes that are gone, with everyone on them. @param ending a process that's about to be; null: none */
export async function sweep(hot: Hot, ending: string | null): Promise<void> {
  await hot.query(sweepStatement, [ending]);
}

/** Somebody who has come online or gone. */
export interface Change {
  user_id: string;
  username: string;
  is_online: boolean;
  /** Microseconds since 1970. */
  at: number;
}

const changesStatement: Statement = {
  name: 'presence-changes',
  text: `select changes.user_id, users.username, changes.is_online, (extract(epoch from changes.at) * 1000000)::bigint as at
    from presence_changes changes join users on users.id = changes.user_id
    where changes.at > to_timestamp($1::double precision / 1000000) and (not changes.is_online or ${showsPresenceText('changes.user_id')})
    order by changes.at limit $2`,
};

/** The first changes after a moment, in microseconds. Whoever has just stopped showing them goes offline once more. */
export async function listChanges(hot: Hot, after: number, max: number): Promise<Change[]> {
  return await hot.query<Change>(changesStatement, [after, max]);
}

const nowStatement: Statement = {
  name: 'presence-now',
  text: 'select (extract(epoch from clock_timestamp()) * 1000000)::bigint as at',
};

/** The database's time in microseconds since 1970. */
export async function readNow(hot: Hot): Promise<number> {
  const [row] = await hot.query<{ at: number }>(nowStatement, []);
  return row?.at ?? 0;
}

const viewersStatement: Statement = {
  name: 'presence-viewers',
  text: `select viewers.id, array(
      select relations.other_id from relations
      where relations.user_id = viewers.id and relations.other_id = any($2::uuid[]) and relations.kind <> 'mute'
    ) as apart
    from unnest($1::uuid[]) viewers (id) where ${showsPresenceText('viewers.id')}`,
};

/** Those of these viewers who see when others are online, each with the people they don't see. */
export async function listViewers(
  hot: Hot,
  viewerIds: readonly string[],
  otherIds: readonly string[],
): Promise<{ id: string; apart: string[] }[]> {
  return await hot.query(viewersStatement, [viewerIds, otherIds]);
}
