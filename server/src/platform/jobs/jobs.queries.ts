import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { Db } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared.ts';
import type { QueuedJobs } from '#platform/metrics/metrics.ts';

/** graphile-worker's schema. */
export const jobsSchema = 'graphile_worker';

/**
 * First half of the advisory lock keys with which a living process marks its jobs as its own; any number, as long as it's the same
 * everywhere.
 */
export const lockSpace = 4_855_243;

export interface NewJob {
  name: string;
  /** As JSON text. */
  payload: string;
  runAt: Date | null;
  maxAttempts: number;
  key: string | null;
  keepsTime: boolean;
  flags: readonly string[] | null;
  /** Lower runs first. */
  priority: number;
  /** The jobs of a queue run one after another. */
  queue: string | null;
}

/** Adds a job in the caller's transaction: it exists if and only if the transaction is stored. */
export async function insertJob(db: Db, job: NewJob): Promise<void> {
  await executePrepared(
    db,
    sql`select graphile_worker.add_job(
    ${job.name}::text,
    payload => ${job.payload}::json,
    run_at => ${job.runAt}::timestamptz,
    max_attempts => ${job.maxAttempts}::int,
    job_key => ${job.key}::text,
    job_key_mode => ${job.keepsTime ? 'preserve_run_at' : 'replace'}::text,
    flags => ${job.flags}::text[],
    priority => ${job.priority}::int,
    queue_name => ${job.queue}::text
  )`,
  );
}

/** The lowest priority from `first` to `last` among due jobs; undefined: there are none. Uses an index. */
export async function selectFirstPriority(db: Db, first: number, last: number): Promise<number | undefined> {
  const { rows } = await sql<{ priority: number }>`
    select priority from graphile_worker._private_jobs
    where is_available and priority between ${first} and ${last} and run_at <= now()
    order by priority limit 1`.execute(db);
  return rows[0]?.priority;
}

/** How many jobs are running, or are due and still have attempts left. */
export async function countOpenJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker._private_jobs
    where locked_at is not null or (run_at <= now() and attempts < max_attempts)`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many jobs of each name are due, running, or were given up; `oldest`: how many seconds the oldest due one has waited. */
export async function readQueue(db: Db): Promise<QueuedJobs[]> {
  const { rows } = await sql<QueuedJobs>`
    select task_identifier as job,
           count(*) filter (where is_due)::int as due,
           count(*) filter (where locked_at is not null)::int as running,
           count(*) filter (where attempts >= max_attempts and locked_at is null)::int as "givenUp",
           coalesce(extract(epoch from max(now() - run_at) filter (where is_due)), 0)::float8 as oldest
    from (select *, locked_at is null and run_at <= now() and attempts < max_attempts as is_due
          from graphile_worker.jobs) as queue
    group by task_identifier`.execute(db);
  return rows;
}

/** One of the pool's connections. */
export type Connection = PoolClient;

/** Takes a worker pool's lock for as long as the connection lives, which proves that the workers are alive. */
export async function takeLivenessLock(connection: Connection, poolId: string): Promise<void> {
  await connection.query('select pg_advisory_lock($1::int, hashtext($2))', [lockSpace, poolId]);
}

/**
 * Releases jobs of workers that are gone: jobs locked by a pool whose own lock no one holds.
 * @returns ids of the pools that were found dead
 */
export async function releaseJobsOfDeadWorkers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ pools: string[] | null }>`
    with holders as materialized (
      select locked_by from graphile_worker._private_jobs where locked_by is not null
      union
      select locked_by from graphile_worker._private_job_queues where locked_by is not null
    ),
    dead as materialized (
      select locked_by from holders where pg_try_advisory_xact_lock(${lockSpace}::int, hashtext(locked_by))
    )
    select array_agg(locked_by) as pools from dead`.execute(db);
  const pools = rows[0]?.pools ?? [];
  if (pools.length > 0) await sql`select graphile_worker.force_unlock_workers(${pools}::text[])`.execute(db);
  return pools;
}

/** A job that's locked, and since when. */
export interface LockedJob {
  id: number;
  lockedAt: string;
}

/** The jobs that a worker pool has locked. */
export async function selectLockedBy(db: Db, poolId: string): Promise<LockedJob[]> {
  const { rows } = await sql<LockedJob>`
    select id, locked_at::text as "lockedAt" from graphile_worker._private_jobs where locked_by = ${poolId}`.execute(
    db,
  );
  return rows;
}

/** Releases jobs of a worker pool that never ran them: the attempt doesn't count. */
export async function releaseJobs(db: Db, ids: readonly number[], poolId: string): Promise<void> {
  await sql`
    with released as (
      update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = attempts - 1
      where id = any(${ids}::bigint[]) and locked_by = ${poolId}
      returning job_queue_id
    )
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null
    where id in (select job_queue_id from released) and locked_by = ${poolId}`.execute(db);
}
