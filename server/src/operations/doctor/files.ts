import { randomBytes } from 'node:crypto';
import { lstat, mkdtemp, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { clusterIn, hasCluster } from '#operations/embedded-postgres/cluster.ts';
import { readOnlyFix } from '#operations/start/data-dir.ts';
import type { Config } from '#platform/config/config.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { diskStateOf, explainDisk } from '#platform/storage/disk-watch.ts';
import { reservedSpace } from '#platform/storage/free-space.ts';
import { openStorage } from '#platform/storage/storage.ts';
import { messageOf } from './message.ts';

const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;
/** What the embedded database takes before anybody has registered, with the log it writes meanwhile, in bytes. */
const emptyDatabase = 128 * megabyte;

/** Stores a file where media goes, reads it back and removes it, with the server's own code. */
export async function examineFiles(config: Config): Promise<Finding[]> {
  const { ok, failed } = findingsAbout('files');
  const { bucket } = config;
  const folder = join(config.dataDir, 'media');
  const place = bucket ? `The bucket ${bucket.name} at ${bucket.endpoint}` : `The folder ${folder}`;
  const fix = bucket
    ? 'Correct S3_ENDPOINT, S3_BUCKET, S3_REGION and the keys. The bucket has to exist, and the key needs permission to write, read and delete.'
    : "Make DATA_DIR writable for the server's user.";
  try {
    if (bucket) await tryBucket(bucket);
    else if (await isMissing(folder)) return [ok(`${place} is created by the first start.`)];
    else await tryFolder(folder);
    return [ok(`${place} allows writing, reading and deleting.`)];
  } catch (error) {
    if (error instanceof Untrue) return [failed(`${place} ${error.message}`, fix)];
    const { code = '' } = error as NodeJS.ErrnoException;
    const otherwise = code === 'EROFS' ? readOnlyFix : fix;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    return [failed(`${place} can't be used (${messageOf(error)}).`, isFull ? 'Free some space there.' : otherwise)];
  }
}

/** The stored file isn't there or differs, or the removed one still exists. */
class Untrue extends Error {}

const probeKey = () => `doctor-${randomBytes(12).toString('hex')}.txt`;

function compare(found: Uint8Array, stored: Uint8Array): void {
  if (Buffer.compare(found, stored) !== 0) throw new Untrue('returned something else than was stored.');
}

async function tryBucket(bucket: NonNullable<Config['bucket']>): Promise<void> {
  // Files on their way to the bucket go here, so that nothing is created in the server's folder.
  const aside = await mkdtemp(join(tmpdir(), 'hubbub-doctor-'));
  try {
    const storage = await openStorage({ dataDir: aside, bucket });
    const [key, content] = [probeKey(), randomBytes(64)];
    await storage.put(key, content, { type: 'text/plain' });
    const file = await storage.open(key);
    const chunks: Buffer[] = [];
    for await (const chunk of file?.stream ?? []) chunks.push(chunk);
    await storage.remove([key]);
    compare(Buffer.concat(chunks), content);
    if (await storage.find(key)) throw new Untrue("didn't delete a file.");
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** The storage itself would create folders for the file. */
async function tryFolder(folder: string): Promise<void> {
  const [probe, content] = [join(folder, probeKey()), randomBytes(64)];
  try {
    await writeFile(probe, content, { flush: true });
    compare(await readFile(probe), content);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

const isMissing = (path: string): Promise<boolean> =>
  stat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return true;
      throw error;
    },
  );

/** Whether the data folder is writable, or can be created, and has space. */
export async function examineDisk({ dataDir, databaseUrl, minFreeSpace }: Config): Promise<Finding[]> {
  const { ok, warning, failed } = findingsAbout('disk');
  const place = await nearest(dataDir);
  try {
    // In a folder that doesn't exist yet, the probe is a folder, too: if we can create that one, we can create the other.
    const probe = await mkdtemp(join(place, '.doctor-'));
    try {
      if (place === dataDir) await writeFile(join(probe, 'probe'), randomBytes(4096), { flush: true });
    } finally {
      await rm(probe, { recursive: true, force: true });
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOSPC' || code === 'EDQUOT'
      ? [failed(`The disk of ${dataDir} is full.`, 'Free some space, or move DATA_DIR to a larger disk.')]
      : [
          failed(
            `${dataDir} isn't writable (${code}).`,
            code === 'EROFS'
              ? readOnlyFix
              : `Give it to the server's user, for example with chown, or set DATA_DIR. ${await whoOwns(place)}`,
          ),
        ];
  }
  const { bavail, bsize, blocks, ffree, files } = await statfs(place);
  const [free, total] = [bavail * bsize, blocks * bsize];
  const words = `${(free / gigabyte).toFixed(1)} of ${(total / gigabyte).toFixed(1)} GB are free at ${dataDir}`;
  if (files > 0 && ffree < 1000) {
    return [failed(`${words}, but it can't hold more files.`, 'Create a file system with more inodes.')];
  }
  const space = { free, total };
  if (databaseUrl === undefined && free < emptyDatabase && !(await hasCluster(clusterIn(join(dataDir, 'postgres'))))) {
    const wanted = `An empty database needs ${Math.round(emptyDatabase / megabyte)} MB`;
    const left = `${Math.floor(free / megabyte)} of ${Math.round(total / megabyte)} MB are free at ${dataDir}`;
    return [failed(`${wanted}, but only ${left}.`, 'Free some space, or move DATA_DIR to a larger disk.')];
  }
  const state = diskStateOf(space, minFreeSpace, 'ok');
  const room = 'Free some space, or move DATA_DIR to a larger disk; the server recovers by itself.';
  if (state !== 'ok') return [failed(explainDisk(state, space), room)];
  if (free < 2 * reservedSpace(minFreeSpace, space))
    return [warning(`Only ${words}.`, 'Free some space, or move DATA_DIR to a larger disk.')];
  return [ok(`${words}, and it's writable.`)];
}

/** The folder, or its closest ancestor that exists. */
async function nearest(path: string): Promise<string> {
  for (let place = path; ; place = dirname(place)) {
    const isThere = await lstat(place).then(
      () => true,
      () => false,
    );
    if (isThere || place === dirname(place)) return place;
  }
}

async function whoOwns(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found
    ? `${path} belongs to user ${found.uid}; the doctor runs as user ${process.getuid?.() ?? 'unknown'}.`
    : '';
}
