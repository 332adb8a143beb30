import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { placeOf } from '#platform/config/database-address.ts';
import { isDirect } from '#platform/database/wire.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { connect, explain } from './connection.ts';

/** What's next to or in front of the database: the replica and the pooler. */

const about = findingsAbout('database');

/** Seconds of lag above which reads go to the primary. */
const bearableLag = 1;
/** Milliseconds the replica has to catch up to the primary's position. */
const lagPatienceMs = 3_000;

/** Whether features that need sessions of their own (locks, notifications) reach PostgreSQL directly, and the same database. */
export async function examinePooler(config: Config): Promise<Finding[]> {
  const { databaseUrl = '', databaseDirectUrl, databasePooler } = config;
  const mayPool = databasePooler === 'session';
  const found = await reach(databaseUrl);
  if (databaseDirectUrl === undefined) {
    return found === undefined || found.isItself || mayPool
      ? []
      : [
          about.failed(
            "DATABASE_URL points to a pooler and DATABASE_DIRECT_URL isn't set, so the server won't start.",
            'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself; if the pooler keeps sessions together (pool_mode = session), set DATABASE_POOLER=session.',
          ),
        ];
  }
  let direct: Reached | undefined;
  try {
    direct = await ask(databaseDirectUrl);
  } catch (error) {
    return [explain(error, 'DATABASE_DIRECT_URL', placeOf(databaseDirectUrl))];
  }
  if (found && found.database !== direct.database) {
    return [
      about.failed(
        'DATABASE_DIRECT_URL points to a different database than DATABASE_URL, so jobs would be stored in one and looked for in the other.',
        'Set it to the PostgreSQL behind the pooler, with the same database name.',
      ),
    ];
  }
  return direct.isItself || mayPool
    ? [about.ok('DATABASE_DIRECT_URL connects directly to PostgreSQL.')]
    : [
        about.failed(
          'DATABASE_DIRECT_URL points to a pooler, but migrations, jobs and backups need PostgreSQL itself.',
          "Set it to PostgreSQL's own address.",
        ),
      ];
}

interface Reached {
  isItself: boolean;
  /** Identifies a database. */
  database: string;
}

async function ask(address: string): Promise<Reached> {
  const client = await connect(address);
  try {
    const { rows } = await client.query<{ pid: number; oid: string }>(
      'select pg_backend_pid() as pid, oid::text from pg_database where datname = current_database()',
    );
    const [{ pid, oid } = { pid: 0, oid: '' }] = rows;
    return { isItself: isDirect(client, pid), database: `${await clusterOf(client)}/${oid}` };
  } finally {
    await client.end();
  }
}

/** Undefined: it isn't there, which is reported elsewhere. */
const reach = (address: string): Promise<Reached | undefined> => ask(address).catch(() => undefined);

/** What a primary and its replicas share; undefined if this user may not read it. */
const clusterOf = (client: pg.Client): Promise<string | undefined> =>
  client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()').then(
    ({ rows }) => rows[0]?.id,
    () => undefined,
  );

interface ReplicaFacts {
  standby: boolean;
  /** Whether it's connected to the primary, or to another replica. */
  receives: boolean;
  paused: boolean;
}

/**
 * Whether the replica belongs to this database, and how long it takes to reach the primary's current position.
 * @param primary the primary's address
 */
export async function examineReplica(address: string, primary: string): Promise<Finding[]> {
  const place = placeOf(address);
  let client: pg.Client;
  try {
    client = await connect(address);
  } catch (error) {
    return [explain(error, 'DATABASE_REPLICA_URL', place)];
  }
  try {
    const { rows } = await client.query<ReplicaFacts>(
      `select pg_is_in_recovery() as standby, exists (select from pg_stat_wal_receiver) as receives,
              case when pg_is_in_recovery() then pg_is_wal_replay_paused() else false end as paused`,
    );
    const facts = rows[0] as ReplicaFacts;
    if (!facts.standby) {
      return [about.warning(`${place} isn't a replica.`, "Set DATABASE_REPLICA_URL to a streaming replica's address.")];
    }
    return await examineLag(client, facts, place, primary);
  } finally {
    await client.end();
  }
}

async function examineLag(replica: pg.Client, facts: ReplicaFacts, place: string, address: string): Promise<Finding[]> {
  // Problems with the primary are reported elsewhere.
  const primary = await connect(address).catch(() => undefined);
  if (!primary) return [];
  try {
    const [ours, theirs] = [await clusterOf(primary), await clusterOf(replica)];
    if (ours !== undefined && theirs !== undefined && ours !== theirs) {
      return [
        about.failed(
          `${place} is a replica of a different database: people would see its content.`,
          'Set DATABASE_REPLICA_URL to a replica of this database, or recreate it with pg_basebackup.',
        ),
      ];
    }
    const lag = await waitForReplay(replica, primary);
    if (lag <= bearableLag) return [about.ok(`The replica ${place} is ${lag.toFixed(1)} seconds behind.`)];
    const behind = `${lag < lagPatienceMs / 1000 ? lag.toFixed(1) : `more than ${lagPatienceMs / 1000}`} seconds`;
    if (!facts.receives) {
      return [
        about.warning(
          `The replica ${place} isn't streaming from the primary and is ${behind} behind. Reads go to the primary.`,
          'Check its primary_conninfo and its log. If the primary no longer has the log it needs, recreate it with pg_basebackup.',
        ),
      ];
    }
    return [
      about.warning(
        `The replica ${place} is ${behind} behind. Reads go to the primary until it catches up.`,
        facts.paused
          ? 'Somebody has paused it. There: select pg_wal_replay_resume().'
          : 'Check its disk and network, and statements on it that delay replay.',
      ),
    ];
  } finally {
    await primary.end();
  }
}

/** Seconds until the replica has what the primary has on disk now; the full timeout if it hasn't caught up by then. */
async function waitForReplay(replica: pg.Client, primary: pg.Client): Promise<number> {
  const { rows } = await primary.query<{ place: string }>('select pg_current_wal_flush_lsn()::text as place');
  const place = rows[0]?.place;
  for (const begun = performance.now(); ; ) {
    const { rows: seen } = await replica.query<{ there: boolean }>('select pg_last_wal_replay_lsn() >= $1 as there', [
      place,
    ]);
    const waited = performance.now() - begun;
    if (seen[0]?.there) return waited / 1000;
    if (waited >= lagPatienceMs) return lagPatienceMs / 1000;
    await pause(50);
  }
}
