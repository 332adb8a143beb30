import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterIn, databaseUser } from './embedded-cluster.ts';
import { isLocked, isLockedByOther } from './instance-lock.ts';

/** Whether another process works with the embedded database of `dataDir`: a server, a backup, a restore. */
export async function isServed(dataDir: string): Promise<boolean> {
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  return folder !== undefined && (await isLockedByOther(join(folder, 'server.lock')));
}

/**
 * The address of the embedded database of a server that runs on `dataDir` now, for what works beside it. Undefined: none runs.
 */
export async function urlOfRunning(dataDir: string): Promise<string | undefined> {
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  if (folder === undefined || !(await isLocked(join(folder, 'server.lock')))) return undefined;
  const cluster = clusterIn(folder);
  // Lines of the file: pid, folder, start, port, folder of the socket, address, shared memory, state.
  const lines = (await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [, , , port = '', socketFolder = ''] = lines.map((line) => line.trim());
  const password = (await readFile(cluster.passwordFile, 'utf8').catch(() => '')).trim();
  if (port === '' || password === '' || lines[7]?.trim() !== 'ready') return undefined;
  const host = socketFolder === '' ? '' : `?host=${encodeURIComponent(socketFolder)}`;
  return `postgresql://${databaseUser}:${password}@127.0.0.1:${port}/${databaseUser}${host}`;
}
