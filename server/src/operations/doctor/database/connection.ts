import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { clusterIn, databaseUser } from '#operations/embedded-postgres/cluster.ts';
import { isLocked } from '#operations/embedded-postgres/instance-lock.ts';
import type { Config } from '#platform/config/config.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { messageOf } from '../message.ts';

/** How the doctor connects to the database, the same way the server would. */

const about = findingsAbout('database');

/** Opens one connection, with the finding to report if that fails. */
export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, application_name: 'hubbub doctor' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The embedded database's address while a server runs on this DATA_DIR; undefined if none does. */
async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const cluster = clusterIn(join(dataDir, 'postgres'));
  if (!(await isLocked(join(cluster.folder, 'server.lock')))) return undefined;
  const [password, pidFile] = await Promise.all([
    readFile(cluster.passwordFile, 'utf8'),
    readFile(join(cluster.data, 'postmaster.pid'), 'utf8'),
  ]);
  // Of the file's lines, 4 is the port, 5 the socket folder.
  const [, , , port = '5432', socketFolder = ''] = pidFile.split('\n');
  const host = socketFolder.trim() ? `?host=${encodeURIComponent(socketFolder.trim())}` : '';
  return `postgresql://${databaseUser}:${password.trim()}@127.0.0.1:${port.trim()}/${databaseUser}${host}`;
}

/** Where to reach the database; undefined: it's the embedded one, which isn't running. */
export const addressOf = async (config: Config): Promise<string | undefined> =>
  config.databaseUrl ?? (await runningEmbedded(config.dataDir));

/** A connection that bypasses any pooler; undefined: there's none to be had, which is reported elsewhere. */
export async function connectToDatabase(config: Config): Promise<pg.Client | undefined> {
  const address = await addressOf(config).catch(() => undefined);
  if (address === undefined) return undefined;
  return await connect(config.databaseDirectUrl ?? address).catch(() => undefined);
}

/** Seconds by which this machine's clock is ahead of the database's; undefined if the database can't be asked. */
export async function askTime(config: Config): Promise<number | undefined> {
  try {
    const address = await addressOf(config);
    if (address === undefined) return undefined;
    const client = await connect(address);
    try {
      const { rows } = await client.query<{ at: number }>(`select extract(epoch from clock_timestamp())::float8 as at`);
      return Date.now() / 1000 - (rows[0]?.at ?? 0);
    } finally {
      await client.end();
    }
  } catch {
    return undefined;
  }
}

/** What to do about a refused connection. */
export function explain(error: unknown, setting: string, place: string): Finding {
  const { code } = error as { code?: string };
  const words = messageOf(error);
  switch (code) {
    case '28P01':
    case '28000':
      return about.failed(`${place} refuses this user (${words}).`, `Correct the user and password in ${setting}.`);
    case '3D000':
      return about.failed(`${place} has no such database (${words}).`, `Create it, or correct ${setting}.`);
    case '53300':
      return about.failed(
        `${place} has no connections left (${words}).`,
        'Raise max_connections, start fewer processes, or put PgBouncer in front.',
      );
    default:
      return about.failed(
        `${place} can't be reached (${words}).`,
        `Start PostgreSQL there, open the port, or correct ${setting}.`,
      );
  }
}
