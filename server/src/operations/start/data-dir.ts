import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#platform/errors/start-error.ts';
import { makeFolder } from '#platform/storage/make-folder.ts';

/** Why something in the data folder can't be used, by the system's error code. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: "it's read-only",
  ENOENT: "a folder can't be created there",
  ENOTDIR: 'part of the path is a file',
  EEXIST: "it isn't a folder",
  ELOOP: 'its links form a loop',
  ENAMETOOLONG: 'the path is too long',
};

/** What to do about a file system that nobody may write to, whoever owns its folders. */
export const readOnlyFix =
  'Its file system is read-only: mount it writable, or name the folder in ReadWritePaths= if systemd starts the server. Otherwise set DATA_DIR to another one.';

/** What to do about a data folder that can't be used; undefined if the error isn't about files. */
export function explainDataDir(error: unknown, dataDir: string): string | undefined {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const place = typeof path === 'string' && path !== dataDir ? `${dataDir}, at ${path}` : dataDir;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The disk of the data folder ${dataDir} is full. Free some space, or set DATA_DIR to a folder on another disk.`;
  }
  const reason = reasons[code];
  if (reason === undefined || typeof path !== 'string') return undefined;
  const fix = code === 'EROFS' ? readOnlyFix : 'Make it writable for this user, or set DATA_DIR to another one.';
  return `The data folder can't be used (${place}: ${reason}, ${code}). ${fix}`;
}

/**
 * Creates the data folder if needed, and writes to it to see whether that works.
 * @throws {StartError} saying why it doesn't, and what to do
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.start-${randomBytes(6).toString('hex')}`);
  try {
    await makeFolder(dataDir);
    await writeFile(probe, randomBytes(4096), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    const at = path === probe ? { code, path: dataDir } : error;
    const sentence = explainDataDir(at, dataDir);
    if (sentence === undefined) throw error;
    throw new StartError(sentence);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
