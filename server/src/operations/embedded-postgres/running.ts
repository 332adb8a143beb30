import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterIn, databaseUser } from './cluster.ts';
import { isLocked, isLockedByOther } from './instance-lock.ts';

/** Whether another process is using `dataDir`'s embedded database: a server, a backup, a restore. */
export async function isServed(dataDir: string): Promise<boolean> {
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  return folder !== undefined && (await isLockedByOther(join(folder, 'server.lock')));
}

/** The embedded database's address while a server is running on `dataDir`, for tools that run alongside it. Undefined: none is running. */
export async function urlOfRunning(dataDir: string): Promise<string | undefined> {
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  if (folder === undefined || !(await isLocked(join(folder, 'server.lock')))) return undefined;
  const cluster = clusterIn(folder);
  // The file's lines: pid, folder, start time, port, socket folder, address, shared memory, state.
  const lines = (await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [, , , port = '', socketFolder = ''] = lines.map((line) => line.trim());
  const password = (await readFile(cluster.passwordFile, 'utf8').catch(() => '')).trim();
  if (port === '' || password === '' || lines[7]?.trim() !== 'ready') return undefined;
  const host = socketFolder === '' ? '' : `?host=${encodeURIComponent(socketFolder)}`;
  return `postgresql://${databaseUser}:${password}@127.0.0.1:${port}/${databaseUser}${host}`;
}
