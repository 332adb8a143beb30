import type { Readable, Writable } from 'node:stream';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { from, to } from 'pg-copy-streams';
import type { Db } from '#platform/database/database.ts';

/** A session of PostgreSQL. */
export type Session = ClientBase;

/** First half of the advisory locks of backups; any number, the same everywhere. */
const lockSpace = 4_855_244;
const locks = { backup: 1, files: 2 };

/** A table of the product whose rows are worth keeping. */
export interface Table {
  name: string;
  /** Those that are stored, not computed, in the order in which they are copied. */
  columns: string[];
  /** Other tables that its rows refer to. */
  refersTo: string[];
}

export interface Sequence {
  name: string;
  lastValue: string;
  isCalled: boolean;
}

/**
 * Tables that are in no backup and that no restore fills: what lets somebody in, and may have been ended since. An ended session
 * must not come to life again.
 */
const leftOut = new Set(['sessions', 'reset_tokens', 'one_time_codes', 'device_codes']);

export const isLeftOut = ({ name }: Pick<Table, 'name'>): boolean => leftOut.has(name);

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Takes the lock that only one backup of a database holds. False: another one is under way. */
export async function lockBackup(client: Session): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
    lockSpace,
    locks.backup,
  ]);
  return rows[0]?.taken === true;
}

/** From now on until the connection ends no file is removed; waits for removals that have begun. */
export async function holdBackRemovals(client: Session): Promise<void> {
  await client.query('select pg_advisory_lock($1, $2)', [lockSpace, locks.files]);
}

/** Whether files may be removed until this transaction ends: not while a backup copies them. */
export async function mayRemoveFiles(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock_shared(${lockSpace}::int, ${locks.files}::int) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

/** Lets a session be idle for as long as files are copied. */
export async function allowLongWork(client: Session): Promise<void> {
  await client.query(
    `select set_config(name, '0', false) from pg_settings
     where name in ('idle_in_transaction_session_timeout', 'idle_session_timeout', 'statement_timeout', 'lock_timeout',
       'transaction_timeout')`,
  );
}

/** Everything that is read until `end` is of one moment. */
export async function beginSnapshot(client: Session): Promise<void> {
  await client.query('begin isolation level repeatable read, read only');
}

export async function begin(client: Session): Promise<void> {
  await client.query('begin');
}

export async function end(client: Session): Promise<void> {
  await client.query('commit');
}

/** Whether the connection still answers, and with it whether its locks are held. @throws if not */
export async function ask(client: Session): Promise<void> {
  await client.query('select 1');
}

/** Names of the migrations that were run, in order; none if nothing of the product is there. */
export async function readMigrations(client: Session): Promise<string[]> {
  const { rows: found } = await client.query(
    `select from pg_tables where schemaname = 'public' and tablename = 'migrations'`,
  );
  if (found.length === 0) return [];
  const { rows } = await client.query<{ name: string }>('select name from public.migrations order by name');
  return rows.map(({ name }) => name);
}

/** All tables but what the migrations say of themselves and what does not outlive a crash. */
export async function readTables(client: Session): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name,
       (select coalesce(array_agg(attname::text order by attnum), '{}') from pg_attribute
        where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       (select coalesce(array_agg(distinct others.relname::text), '{}') from pg_constraint
        join pg_class others on others.oid = confrelid
        where contype = 'f' and conrelid = tables.oid and confrelid <> tables.oid) as "refersTo"
     from pg_class tables
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'migrations'
       and not exists (select from pg_depend where objid = tables.oid and deptype = 'e')
     order by relname`,
  );
  return rows;
}

/** The first table that has rows; undefined: all are empty. */
export async function findFilled(client: Session, tables: readonly Table[]): Promise<string | undefined> {
  for (const { name } of tables) {
    const { rows } = await client.query(`select from public.${quoted(name)} limit 1`);
    if (rows.length > 0) return name;
  }
  return undefined;
}

/** Whether servers are connected to the database; all of them give their connections names that begin so. */
export async function hasServers(client: Session): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name like 'hubbub%' and pid <> pg_backend_pid() limit 1`,
  );
  return rows.length > 0;
}

/** They do not belong to the snapshot, but never go back, so that they are beyond every id in it. */
export async function readSequences(client: Session): Promise<Sequence[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public' order by name`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text as "lastValue", is_called as "isCalled" from public.${quoted(name)}`,
    );
    if (rows[0]) sequences.push({ name, ...rows[0] });
  }
  return sequences;
}

export async function setSequence(client: Session, { name, lastValue, isCalled }: Sequence): Promise<void> {
  await client.query('select setval($1::regclass, $2::bigint, $3)', [`public.${quoted(name)}`, lastValue, isCalled]);
}

const columnsOf = ({ columns }: Pick<Table, 'columns'>) => columns.map(quoted).join(', ');

/** The rows of a table in PostgreSQL's text format. */
export const copyOut = (client: Session, table: Pick<Table, 'name' | 'columns'>): Readable & { rowCount: number } =>
  client.query(to(`copy public.${quoted(table.name)} (${columnsOf(table)}) to stdout`));

/** Takes the rows that `copyOut` gave. */
export const copyIn = (client: Session, table: Pick<Table, 'name' | 'columns'>): Writable & { rowCount: number } =>
  client.query(from(`copy public.${quoted(table.name)} (${columnsOf(table)}) from stdin`));

/** Whether rows that come into a table set off its triggers: a backup has what they made already. Foreign keys are checked either way. */
export async function setTriggers(
  client: Session,
  { name }: Pick<Table, 'name'>,
  state: 'enable' | 'disable',
): Promise<void> {
  await client.query(`alter table public.${quoted(name)} ${state} trigger user`);
}

/** Whether the queue has its tables; it gets them at the first start. */
export async function hasJobs(client: Session): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_tables where schemaname = 'graphile_worker' and tablename = '_private_jobs'`,
  );
  return rows.length > 0;
}

/** The jobs that are still to be done, those that run among them, as what the queue is told of a job. */
export const copyJobsOut = (client: Session): Readable & { rowCount: number } =>
  client.query(
    to(
      `copy (
         select identifier, payload, run_at, max_attempts, key, priority, array(select jsonb_object_keys(flags)) as flags
         from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
         where attempts < max_attempts or locked_at is not null
         order by jobs.id
       ) to stdout`,
    ),
  );

/** Where the jobs wait until `addJobs`; it is gone with the transaction. */
export async function copyJobsIn(client: Session): Promise<Writable & { rowCount: number }> {
  await client.query(
    `create temp table backed_up_jobs (place bigint generated always as identity, identifier text, payload json,
       run_at timestamptz, max_attempts int, key text, priority int, flags text[]) on commit drop`,
  );
  return client.query(
    from('copy backed_up_jobs (identifier, payload, run_at, max_attempts, key, priority, flags) from stdin'),
  );
}

export async function addJobs(client: Session): Promise<void> {
  await client.query(
    `select graphile_worker.add_job(identifier, payload => payload, run_at => run_at, max_attempts => max_attempts,
       job_key => key, priority => priority, flags => nullif(flags, '{}'))
     from (select * from backed_up_jobs order by place) as jobs`,
  );
}

/** What the planner knows of the rows. */
export async function analyse(client: Session): Promise<void> {
  await client.query('analyze');
}
