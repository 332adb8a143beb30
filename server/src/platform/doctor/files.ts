import { randomBytes } from 'node:crypto';
import { access, constants, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { makeFolder } from '#platform/storage/make-folder.ts';
import { openStorage } from '#platform/storage/storage.ts';
import { type Finding, findingsAbout, wordsOf } from './finding.ts';

const gigabyte = 1024 ** 3;
/** Less than this is too little to go on. */
const noSpace = 0.2 * gigabyte;
/** Less than this is told. */
const littleSpace = 2 * gigabyte;

/** Stores a file where media go, reads it back and removes it, by the server's own means. */
export async function examineFiles(config: Config): Promise<Finding[]> {
  const { ok, failed } = findingsAbout('files');
  const key = `doctor-${randomBytes(12).toString('hex')}.txt`;
  const content = randomBytes(64);
  const { bucket } = config;
  const place = bucket
    ? `The bucket ${bucket.name} at ${bucket.endpoint}`
    : `The folder ${join(config.dataDir, 'media')}`;
  const fix = bucket
    ? 'Correct S3_ENDPOINT, S3_BUCKET, S3_REGION and the keys; the bucket must be there, and the key may write, read and delete in it.'
    : 'Make DATA_DIR writable for the user that the server runs as.';
  try {
    const storage = await openStorage(config);
    await storage.put(key, content, { type: 'text/plain' });
    const file = await storage.open(key);
    const chunks: Buffer[] = [];
    for await (const chunk of file?.stream ?? []) chunks.push(chunk);
    await storage.remove([key]);
    if (!Buffer.concat(chunks).equals(content))
      return [failed(`${place} gave back something else than was stored.`, fix)];
    if (await storage.find(key)) return [failed(`${place} did not delete what was to be deleted.`, fix)];
    return [ok(`${place} stores, reads and deletes.`)];
  } catch (error) {
    const isFull = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
    return [failed(`${place} cannot be used (${wordsOf(error)}).`, isFull ? 'Make room there.' : fix)];
  }
}

/** Whether the folder of the data can be written and has room. */
export async function examineDisk({ dataDir }: Config): Promise<Finding[]> {
  const { ok, warning, failed } = findingsAbout('disk');
  const probe = join(dataDir, `.doctor-${randomBytes(6).toString('hex')}`);
  try {
    await makeFolder(dataDir);
    await writeFile(probe, randomBytes(4096), { flush: true });
    await rm(probe);
  } catch (error) {
    await rm(probe, { force: true }).catch(() => undefined);
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOSPC' || code === 'EDQUOT'
      ? [failed(`The disk of ${dataDir} is full.`, 'Remove what is not needed, or move DATA_DIR to a larger disk.')]
      : [
          failed(
            `${dataDir} cannot be written (${code}).`,
            `Give it to the user that the server runs as, for example with chown, or set DATA_DIR. ${await whoOwns(dataDir)}`,
          ),
        ];
  }
  const { bavail, bsize, blocks, ffree, files } = await statfs(dataDir);
  const [free, total] = [bavail * bsize, blocks * bsize];
  const words = `${(free / gigabyte).toFixed(1)} of ${(total / gigabyte).toFixed(1)} GB are free at ${dataDir}`;
  if (files > 0 && ffree < 1000) {
    return [failed(`${words}, but no more files can be made there.`, 'Make a file system with more inodes.')];
  }
  if (free < noSpace) return [failed(`Only ${words}.`, 'Make room before the database stops.')];
  if (free < littleSpace) return [warning(`Only ${words}.`, 'Make room, or move DATA_DIR to a larger disk.')];
  return [ok(`${words}, and it can be written.`)];
}

async function whoOwns(path: string): Promise<string> {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    try {
      await access(folder, constants.F_OK);
      const { uid } = await stat(folder);
      return `${folder} belongs to user ${uid}; this is user ${process.getuid?.() ?? 'unknown'}.`;
    } catch {
      // It does not exist, or cannot be looked at: its parent tells.
    }
  }
  return '';
}
