import type { Readable, Writable } from 'node:stream';
import type { ClientBase } from 'pg';
import { from, to } from 'pg-copy-streams';
import { backupLockSpace, backupLocks } from '#platform/database/backup-locks.ts';

/** A PostgreSQL session. */
export type Session = ClientBase;

/** A product table whose rows are worth keeping. */
export interface Table {
  name: string;
  /** The stored (not generated) columns, in the order they're copied. */
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
 * Tables that are never backed up and never restored: credentials that may have been revoked or used since. A revoked session must not come
 * back to life. What people need to get in, or back, is kept: the team's log-in links, and links that restore an account. Also left out is
 * what earlier versions stored about their database alone: changes by transactions.
 */
const leftOut = new Set([
  'sessions',
  'reset_tokens',
  'one_time_codes',
  'device_codes',
  'disown_tokens',
  'passkey_challenges',
  'email_changes',
  'email_undos',
  'setup_codes',
  'unread_changes',
  'heard_changes',
]);

export const isLeftOut = ({ name }: Pick<Table, 'name'>): boolean => leftOut.has(name);

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Takes the lock that only one backup of a database can hold. False: another backup is running. */
export async function lockBackup(client: Session): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
    backupLockSpace,
    backupLocks.backup,
  ]);
  return rows[0]?.taken === true;
}

/** Lets a session stay idle while files are copied. */
export async function allowLongWork(client: Session): Promise<void> {
  await client.query(
    `select set_config(name, '0', false) from pg_settings
     where name in ('idle_in_transaction_session_timeout', 'idle_session_timeout', 'statement_timeout', 'lock_timeout',
       'transaction_timeout')`,
  );
}

/** Everything read until `end` comes from one snapshot. */
export async function beginSnapshot(client: Session): Promise<void> {
  await client.query('begin isolation level repeatable read, read only');
}

export async function begin(client: Session): Promise<void> {
  await client.query('begin');
}

export async function end(client: Session): Promise<void> {
  await client.query('commit');
}

/** Whether the connection still answers, which means its locks are still held. @throws if not */
export async function ask(client: Session): Promise<void> {
  await client.query('select 1');
}

/** Names of the migrations that have run, in order; empty if there's nothing of the product here. */
export async function readMigrations(client: Session): Promise<string[]> {
  const { rows: found } = await client.query(
    `select from pg_tables where schemaname = 'public' and tablename = 'migrations'`,
  );
  if (found.length === 0) return [];
  const { rows } = await client.query<{ name: string }>('select name from public.migrations order by name');
  return rows.map(({ name }) => name);
}

/** All tables except the migrations' own records and what doesn't survive a crash. */
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

/** Whether servers are connected to the database; they all give their connections names with this prefix. */
export async function hasServers(client: Session): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name like 'hubbub%' and pid <> pg_backend_pid() limit 1`,
  );
  return rows.length > 0;
}

/** Sequences aren't part of the snapshot, but they never go backwards, so they're beyond every id in it. */
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

/** A table's rows in PostgreSQL's text format. */
export const copyOut = (client: Session, table: Pick<Table, 'name' | 'columns'>): Readable & { rowCount: number } =>
  client.query(to(`copy public.${quoted(table.name)} (${columnsOf(table)}) to stdout`));

/** Loads the rows that `copyOut` produced. */
export const copyIn = (client: Session, table: Pick<Table, 'name' | 'columns'>): Writable & { rowCount: number } =>
  client.query(from(`copy public.${quoted(table.name)} (${columnsOf(table)}) from stdin`));

/**
 * Whether inserted rows fire their table's triggers: a backup already contains what those produced. Foreign keys are checked either
 * way.
 */
export async function setTriggers(
  client: Session,
  { name }: Pick<Table, 'name'>,
  state: 'enable' | 'disable',
): Promise<void> {
  await client.query(`alter table public.${quoted(name)} ${state} trigger user`);
}

/** Whether the queue has its tables; they're created on the first start. */
export async function hasJobs(client: Session): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_tables where schemaname = 'graphile_worker' and tablename = '_private_jobs'`,
  );
  return rows.length > 0;
}

/** The pending jobs, including running ones, in the form the queue accepts. */
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

/** Holds the jobs until `addJobs`; it's gone with the transaction. */
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

/** The planner's statistics. */
export async function analyse(client: Session): Promise<void> {
  await client.query('analyze');
}
