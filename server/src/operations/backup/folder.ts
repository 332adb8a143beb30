import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { StartError } from '#platform/errors/start-error.ts';
import { isStorageKey } from '#platform/storage/storage-port.ts';

/** A backup file's entry in the manifest. */
const written = z.object({ bytes: z.number(), sha256: z.string() });
export type Written = z.infer<typeof written>;

/** Names become paths below the folder, and none may lead out of it. */
const nameOfTable = z.string().regex(/^\w+$/);

const rows = written.extend({ name: nameOfTable, columns: z.array(z.string()).min(1), rows: z.number() });

const manifest = z.object({
  format: z.literal(1),
  /** When the snapshot was taken, ISO 8601. */
  takenAt: z.string(),
  /** Names of the database's migrations, in order. */
  migrations: z.array(z.string()),
  tables: z.array(rows),
  sequences: z.array(
    z.object({ name: z.string(), lastValue: z.string().regex(/^[1-9]\d{0,17}$/), isCalled: z.boolean() }),
  ),
  /** The pending jobs. */
  jobs: written.extend({ rows: z.number() }),
  /** The list of media, and their totals. */
  files: written.extend({ count: z.number(), totalBytes: z.number() }),
  /** Keys of files that rows refer to but that were missing. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifest>;

const listed = written.extend({ key: z.string().refine(isStorageKey), type: z.string() });
/** One media file. */
export type Listed = z.infer<typeof listed>;

/** A file that belongs to the snapshot. */
export interface WantedFile {
  key: string;
  /** Its media type. */
  type: string;
  /** Whether something people see is broken without it. */
  isNeeded: boolean;
}

/** Names within a backup's folder. */
const manifestName = 'manifest.json';
const sumName = 'manifest.sha256';
export const listName = 'files.jsonl';
/** Only exists while the backup is being made. */
const wantedName = '.wanted.jsonl';
export const jobsName = 'database/jobs.copy';
export const tableName = (table: string): string => `database/tables/${table}.copy`;
export const mediaName = (key: string): string => `media/${key.slice(0, 2)}/${key}`;

/** Writes a backup file, flushes it to disk, and returns its entry. */
export async function writeSummed(folder: string, name: string, body: Readable): Promise<Written> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { sum, result } = summing();
  await pipeline(body, sum, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return result();
}

/**
 * Rejects anything that would lead out of the folder or could be read forever: links (also on the way to the file), pipes, devices. A
 * missing file is fine.
 */
export async function refuseLink(folder: string, name: string): Promise<void> {
  const path = join(await realpath(folder).catch(() => folder), name);
  const real = await realpath(path).catch(() => path);
  const entry = await lstat(path).catch(() => undefined);
  if (real === path && entry?.isFile() !== false) return;
  throw new StartError(
    `${name} in the backup isn't a file but a link or something else. Nothing was restored. Use a copy in which it's a file.`,
  );
}

/** Reads a file and returns its entry. Undefined: it doesn't exist. */
export async function sumOf(path: string): Promise<Written | undefined> {
  const { sum, result } = summing();
  try {
    await pipeline(createReadStream(path), sum, new Writable({ write: (_chunk, _encoding, done) => done() }));
    return result();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function summing() {
  const hash = createHash('sha256');
  let bytes = 0;
  const sum = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  return { sum, result: (): Written => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Writes the manifest and its checksum, in the format of `sha256sum -c`. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  await writeFlushed(join(folder, manifestName), text);
  await writeFlushed(join(folder, sumName), `${sha256}  ${manifestName}\n`);
}

async function writeFlushed(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws StartError when it's missing, a link, damaged, or of a newer format */
export async function readManifest(folder: string): Promise<Manifest> {
  const read = async (name: string) => {
    await refuseLink(folder, name);
    return await readFile(join(folder, name), 'utf8').catch(() => undefined);
  };
  const [text, sum] = [await read(manifestName), await read(sumName)];
  if (text === undefined || sum === undefined) {
    throw new StartError(`${folder} isn't a complete backup: ${manifestName} or ${sumName} is missing.`);
  }
  if (createHash('sha256').update(text).digest('hex') !== sum.slice(0, 64)) {
    throw new StartError(`The backup is damaged: ${manifestName} has changed. Use another copy.`);
  }
  const found = manifest.safeParse(parse(text));
  if (!found.success) {
    throw new StartError(
      `The backup in ${folder} has a format this version of Hubbub doesn't know. Use a later version.`,
    );
  }
  return found.data;
}

/** Undefined: it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A backup's media, one at a time. @throws StartError at a line that's malformed or has no valid key */
export async function* readList(folder: string): AsyncGenerator<Listed> {
  for await (const line of readLines(join(folder, listName))) {
    const found = listed.safeParse(line);
    if (!found.success) {
      throw new StartError(
        `${listName} in the backup has a line that doesn't name one of Hubbub's files. Nothing was restored.`,
      );
    }
    yield found.data;
  }
}

/** Notes the files to copy once the snapshot has ended. */
export async function writeWanted(folder: string, files: AsyncIterable<WantedFile>): Promise<void> {
  const lines = Readable.from(files).map((file: WantedFile) => `${JSON.stringify(file)}\n`);
  await pipeline(lines, createWriteStream(join(folder, wantedName), { flags: 'wx', mode: 0o600 }));
}

export async function* readWanted(folder: string): AsyncGenerator<WantedFile> {
  for await (const line of readLines(join(folder, wantedName))) yield line as WantedFile;
}

export const removeWanted = (folder: string): Promise<void> => rm(join(folder, wantedName));

async function* readLines(path: string): AsyncGenerator<unknown> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') yield parse(line);
  }
}

/** Makes a folder's file names durable. */
export async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
