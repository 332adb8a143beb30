import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { clusterIn, findPostmaster } from '#operations/embedded-postgres/cluster.ts';
import { isServed } from '#operations/embedded-postgres/running.ts';
import { readKnown } from '#operations/migrations/migrate.ts';
import {
  explainRestore,
  findRestore,
  findUnfinishedRestore,
  type Unfinished,
} from '#operations/migrations/unfinished-restore.ts';
import type { Config } from '#platform/config/config.ts';
import { placeOf } from '#platform/config/database-address.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { messageOf } from '../message.ts';
import { examinePooler, examineReplica } from './beside.ts';
import { addressOf, connect, explain } from './connection.ts';

const about = findingsAbout('database');

/** What the migrations create if the user may; otherwise someone else has to. */
const extensions = ['unaccent', 'fuzzystrmatch'];
const oldest = 150_000;
/** The most connections one process opens, including the ones for jobs. */
const connectionsOfProcess = 20;

/**
 * Checks that it's reachable and recent enough, and its extensions, privileges, migrations and connections; also the replica and the
 * pooler.
 */
export async function examineDatabase(config: Config): Promise<Finding[]> {
  const unfinished = await findUnfinishedRestore(config.dataDir);
  if (unfinished) return [failedRestore(unfinished)];
  let address: string | undefined;
  try {
    address = await addressOf(config);
  } catch (error) {
    return [
      about.failed(
        `A server runs on ${config.dataDir}, but this user can't query its database (${messageOf(error)}).`,
        "Run the doctor as the server's user.",
      ),
    ];
  }
  if (address === undefined) {
    const folder = join(config.dataDir, 'postgres');
    const left = await findPostmaster(clusterIn(await realpath(folder).catch(() => folder)));
    return left === undefined
      ? [
          about.ok(
            `The embedded database is used. It starts with the server, and none is running on ${config.dataDir} now.`,
          ),
        ]
      : [
          about.warning(
            `The embedded database is still running (process ${left}), though its server was killed.`,
            `Start the server, which takes it over, or stop it: kill -INT ${left}.`,
          ),
        ];
  }
  const findings = await examineServer(address, 'DATABASE_URL', config);
  if (config.databaseUrl) findings.push(...(await examinePooler(config)));
  if (config.databaseReplicaUrl) findings.push(...(await examineReplica(config.databaseReplicaUrl, address)));
  return findings;
}

function failedRestore(unfinished: Unfinished): Finding {
  const { found, fix } = explainRestore(unfinished);
  return about.failed(found, fix);
}

interface ServerFacts {
  version: string;
  number: number;
  standby: boolean;
  readOnly: boolean;
  schema: boolean;
  most: number;
  used: number;
  encoding: string;
}

async function examineServer(address: string, setting: string, config: Config): Promise<Finding[]> {
  const place = config.databaseUrl ? placeOf(address) : 'The embedded database';
  let client: pg.Client;
  try {
    client = await connect(address);
  } catch (error) {
    return [explain(error, setting, place)];
  }
  try {
    const { rows } = await client.query<ServerFacts>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
              pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as "readOnly",
              current_setting('max_connections')::int as most,
              has_schema_privilege(current_user, 'public', 'create') as schema,
              (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
              current_setting('server_encoding') as encoding`,
    );
    const facts = rows[0] as ServerFacts;
    if (facts.number < oldest) {
      return [
        about.failed(`${place} is PostgreSQL ${facts.version}.`, `Upgrade to version ${oldest / 10_000} or newer.`),
      ];
    }
    if (facts.standby) {
      return [about.failed(`${place} is a replica and refuses writes.`, `Set ${setting} to the primary's address.`)];
    }
    const unfinished = await findRestore(client);
    const findings = [
      ...(unfinished ? [failedRestore(unfinished)] : []),
      ...examineFacts(facts, place, config),
      ...(await examineExtensions(client, place)),
      ...(await examineMigrations(client)),
      ...(await examineIndexes(client)),
      ...(await examineHealth(client)),
    ];
    const running = config.databaseUrl || !(await isServed(config.dataDir)) ? '' : ', in use by a running server';
    return [about.ok(`${place} is PostgreSQL ${facts.version}${running}.`), ...findings];
  } catch (error) {
    return [about.failed(`${place} doesn't answer as expected (${messageOf(error)}).`, 'Check its log.')];
  } finally {
    await client.end();
  }
}

function examineFacts(facts: ServerFacts, place: string, config: Config): Finding[] {
  const findings: Finding[] = [];
  if (!facts.schema) {
    findings.push(
      about.failed(
        `${place}: this user may not create tables in the schema public.`,
        'Make it the owner of the database: alter database … owner to ….',
      ),
    );
  }
  if (facts.readOnly) {
    findings.push(
      about.failed(
        `${place} refuses writes: default_transaction_read_only is on.`,
        'Set it to off: alter database … set default_transaction_read_only = off; look also at the user and at postgresql.conf.',
      ),
    );
  }
  if (facts.encoding !== 'UTF8') {
    findings.push(
      about.failed(`${place} uses the encoding ${facts.encoding}.`, "Create the database with encoding 'UTF8'."),
    );
  }
  const wanted = connectionsOfProcess * (config.processes + (config.processes > 1 ? 1 : 0));
  if (config.databaseUrl && facts.most - facts.used < wanted) {
    findings.push(
      about.warning(
        `${place} has ${facts.most - facts.used} of ${facts.most} connections left, and this server may open ${wanted}.`,
        'Raise max_connections, or put PgBouncer in front.',
      ),
    );
  }
  return findings;
}

async function examineExtensions(client: pg.Client, place: string): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; there: boolean; installed: boolean; may: boolean }>(
    `select wanted as name, available.name is not null as there, available.installed_version is not null as installed,
            coalesce(has_database_privilege(current_database(), 'create') and bool_or(version.trusted), false)
              or (select rolsuper from pg_roles where rolname = current_user) as may
     from unnest($1::text[]) as wanted
     left join pg_available_extensions as available on available.name = wanted
     left join pg_available_extension_versions as version on version.name = wanted
     group by wanted, available.name, available.installed_version`,
    [extensions],
  );
  return rows.flatMap(({ name, there, installed, may }) => {
    if (installed) return [];
    if (!there) {
      return [
        about.failed(
          `${place} doesn't have the extension ${name}.`,
          'Install its package of contributed modules there (postgresql-contrib).',
        ),
      ];
    }
    return may
      ? []
      : [about.failed(`This user may not create the extension ${name}.`, `As a superuser: create extension ${name}.`)];
  });
}

async function examineMigrations(client: pg.Client): Promise<Finding[]> {
  const files = new Map((await readKnown()).map(({ name, checksum }) => [name, checksum]));
  const known = [...files.keys()];
  const table = await client.query<{ found: string | null }>(`select to_regclass('migrations')::text as found`);
  if (!table.rows[0]?.found) return [about.ok("It's empty; the first start creates its tables.")];
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
  const applied = new Set(rows.map(({ name }) => name));
  const strangers = [...applied].filter((name) => !known.includes(name));
  const missing = known.filter((name) => !applied.has(name));
  if (strangers.length > 0) {
    return [
      about.failed(
        `It's newer than this version of Hubbub (${strangers.join(', ')}).`,
        'Start the version it was last used with, or a later one.',
      ),
    ];
  }
  const changed = rows.filter(({ name, checksum }) => files.get(name) !== checksum).map(({ name }) => name);
  if (changed.length > 0) {
    return [
      about.failed(
        `Migrations have changed since they were run here (${changed.join(', ')}), so the server won't start.`,
        "Restore the files, for example by reinstalling this version of Hubbub, and don't edit them.",
      ),
    ];
  }
  return missing.length > 0
    ? [about.ok(`The next start will run ${missing.length} migrations: ${missing.join(', ')}.`)]
    : [about.ok('All migrations have been run.')];
}

/** Unfinished indexes, which serve no queries and, if they're unique, get in the way of writes. */
async function examineIndexes(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
     where not indisvalid and relnamespace = 'public'::regnamespace
       and not exists (select from pg_stat_progress_create_index as now where now.index_relid = indexrelid)
     order by name limit 10`,
  );
  const names = rows.map(({ name }) => name).join(', ');
  if (names === '') return [];
  return [
    about.failed(
      `Indexes are invalid (${names}), so some queries are slow.`,
      `Rebuild them: reindex index concurrently ${rows[0]?.name}.`,
    ),
  ];
}

/** Problems that hold up everything else: transactions left open, transaction ids running out. */
async function examineHealth(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ open: number; age: number }>(
    `select coalesce(extract(epoch from max(now() - xact_start)), 0)::float8 as open,
            (select max(age(datfrozenxid)) from pg_database)::float8 as age
     from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  const { open, age } = rows[0] ?? { open: 0, age: 0 };
  return [
    ...(open > 300
      ? [
          about.warning(
            `A program has kept a transaction open for ${Math.round(open / 60)} minutes, which keeps old rows from being cleaned up.`,
            'End it: select pg_terminate_backend(pid) from pg_stat_activity, or set idle_in_transaction_session_timeout.',
          ),
        ]
      : []),
    ...(age > 1_000_000_000
      ? [
          about.failed(
            "Half of all transaction ids are used up: autovacuum isn't keeping up.",
            'Run vacuumdb --all --freeze.',
          ),
        ]
      : []),
  ];
}
