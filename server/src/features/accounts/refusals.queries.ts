import type { RefusalEvent, SecurityEvent } from '@hubbub/contract/features/accounts/security.endpoints.ts';
import { sql } from 'kysely';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { type Given, statement } from '#platform/database/statement.ts';
import { noId } from '#platform/ids.ts';

interface SecurityRefusalsTable {
  id: string;
  user_id: string | null;
  event: SecurityEvent | RefusalEvent;
  network: string | null;
  device: string;
  request_id: string;
  times: number;
  hour: Date;
  created_at: Date;
  last_at: Date;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    security_refusals: SecurityRefusalsTable;
  }
}

/** The most failures that an account's own log keeps of a day, so that a stranger can't push everything else out. */
const mostFailures = 20;

/**
 * How many networks of an account have rows of their own. Refusals from any further network count together, without a
 * network.
 */
const mostNetworksOfOne = 20;
/** How many rows may have an account and a network. Beyond them, each account's refusals count without a network. */
const mostWithNetwork = 500;
/** How many rows may have an account but no network. Beyond them, refusals are stored without the account. */
const mostWithout = 1000;
/**
 * The number of strangers' rows beyond which IPv6 addresses count by their /48, since one person may have all of it.
 */
const mostNarrow = 250;
/** The most rows of strangers. Beyond them, all count together. */
const mostOfStrangers = 500;
/** How many rows are read: more than there can be, apart from those that deleted accounts have left. */
const mostCounted = 2500;

/** A refused request. */
export interface Refusal {
  /** `noId`: no account has that name. */
  user_id: string;
  id: string;
  created_at: Date;
  event: SecurityEvent | RefusalEvent;
  device: string;
  address: string;
  /** As returned by `networkOf`. */
  network: string;
  /** As returned by `widerNetworkOf`. */
  wide_network: string;
  session: Buffer | null;
  request_id: string;
  /** Whether it belongs in the account's own log. */
  is_own: boolean;
  /** The events that share the daily limit of the account's own log with this one. */
  counted_with: readonly SecurityEvent[];
}

/*
 * The limits on rows are per event and hour, so that a flood can't fill the database, and one without sessions doesn't
 * hide who was refused within theirs. Known and unknown accounts take the same statement and count the same rows, so
 * that its time doesn't tell them apart.
 */
const storeRefusal = statement(
  'security-refusal',
  (_, given: Given<Refusal>) => sql<object>`with kept as (
    insert into security_log (user_id, id, created_at, event, device, address, session, request_id)
    select users.id, ${given.id}::uuid, ${given.created_at}::timestamptz, ${given.event}::text, ${given.device}::text, ${given.address}::text, ${given.session}::bytea, ${given.request_id}::text from users
    where users.id = ${given.user_id}::uuid and ${given.is_own}::boolean and (select count(*) from (
      select from security_log recent where recent.user_id = users.id and recent.event = any((select ${given.counted_with}::text[])::text[])
        and recent.created_at > ${given.created_at}::timestamptz - interval '1 day' limit ${mostFailures}) counted) < ${mostFailures}
    returning id
  ), given as (
    select (select users.id from users where users.id = ${given.user_id}::uuid) as account, date_trunc('hour', ${given.created_at}::timestamptz) as hour
  ), seen as (
    select given.account, given.hour, found.*, total < ${mostCounted} as has_room from given cross join lateral (
      select count(*) as total,
        coalesce(bool_or(network = ${given.network}::text and user_id is not distinct from given.account), false) as has_exact,
        coalesce(bool_or(network = ${given.wide_network}::text and user_id is null), false) as has_wide,
        coalesce(bool_or(network is null and user_id = given.account), false) as has_account,
        count(*) filter (where user_id is null) as of_strangers,
        count(*) filter (where user_id = given.account and network is not null) as of_account,
        count(*) filter (where user_id is not null and network is not null) as with_network,
        count(*) filter (where user_id is not null and network is null) as without
      from (
        select recent.user_id, recent.network from security_refusals recent
        where recent.hour = given.hour and recent.event = ${given.event}::text limit ${mostCounted}
      ) recent
    ) found
  ), placed as (
    select hour, account, has_account or (has_room and without < ${mostWithout}) as keeps_account, case
      when has_exact then ${given.network}::text
      when account is null and has_room and of_strangers < ${mostNarrow} then ${given.network}::text
      when account is null and (has_wide or (has_room and of_strangers < ${mostOfStrangers})) then ${given.wide_network}::text
      when account is not null and has_room and of_account < ${mostNetworksOfOne} and with_network < ${mostWithNetwork} then ${given.network}::text
    end as network from seen
  )
  insert into security_refusals (id, user_id, event, network, device, request_id, hour, created_at, last_at)
  select ${given.id}::uuid, case when network is not null or keeps_account then account end, ${given.event}::text, network, ${given.device}::text, ${given.request_id}::text, hour,
    ${given.created_at}::timestamptz, ${given.created_at}::timestamptz
  from placed where not exists (select from kept)
  on conflict (hour, event, (coalesce(network, '')), (coalesce(user_id, ${noId})))
  do update set times = security_refusals.times + 1, device = excluded.device, request_id = excluded.request_id,
    last_at = excluded.last_at`,
);

/**
 * Adds a refusal to the account's own log or, if that has reached today's limit or there's no such account, to the
 * site's. It uses no pooled connection.
 */
export async function insertRefusal(writes: Pipeline, refusal: Refusal): Promise<void> {
  await storeRefusal(writes, refusal);
}

/**
 * Keeps the refusals of an account that's about to be deleted, but anonymously: they're merged with the other anonymous
 * ones of the same hour and network.
 */
export async function releaseRefusals(tx: Tx, userId: string): Promise<void> {
  await sql`
    with gone as (delete from security_refusals where user_id = ${userId} returning *)
    insert into security_refusals (id, event, network, device, request_id, times, hour, created_at, last_at)
    select id, event, network, device, request_id, times, hour, created_at, last_at from gone order by hour, event, network
    on conflict (hour, event, (coalesce(network, '')), (coalesce(user_id, ${sql.lit(noId)})))
    do update set times = security_refusals.times + excluded.times,
      created_at = least(security_refusals.created_at, excluded.created_at),
      last_at = greatest(security_refusals.last_at, excluded.last_at)`.execute(tx);
}

/** Deletes refusals from before a moment. @returns whether there may be more */
export async function deleteOldRefusals(db: Db, before: Date, max: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from security_refusals where id in (
      select id from security_refusals where hour < ${before} order by hour limit ${max})`.execute(db);
  return (numAffectedRows ?? 0n) >= BigInt(max);
}
