import type { ClientBase } from 'pg';
import { lockSpace } from '#platform/jobs/jobs.queries.ts';

/** The queue's workers, and what's waiting. */
export interface Workforce {
  /** Hubbub processes connected to the database. */
  hasServers: boolean;
  /** How many of them run jobs. */
  workers: number;
  due: number;
  /** How many seconds the oldest due job has waited. */
  oldest: number;
  givenUp: number;
}

/** Undefined: there's no queue yet. */
export async function readWorkforce(client: ClientBase): Promise<Workforce | undefined> {
  const { rows: found } = await client.query(
    `select from pg_tables where schemaname = 'graphile_worker' and tablename = '_private_jobs'`,
  );
  if (found.length === 0) return undefined;
  const { rows } = await client.query<Workforce>(
    `select (select count(*) > 0 from pg_stat_activity
             where datname = current_database() and application_name like 'hubbub%'
               and application_name <> 'hubbub doctor') as "hasServers",
            (select count(distinct pid)::int from pg_locks
             where locktype = 'advisory' and classid = $1 and granted
               and database = (select oid from pg_database where datname = current_database())) as workers,
            count(*) filter (where is_due)::int as due,
            coalesce(extract(epoch from max(now() - run_at) filter (where is_due)), 0)::float8 as oldest,
            count(*) filter (where attempts >= max_attempts and locked_at is null)::int as "givenUp"
     from (select *, locked_at is null and run_at <= now() and attempts < max_attempts as is_due
           from graphile_worker._private_jobs) as queue`,
    [lockSpace],
  );
  return rows[0];
}
