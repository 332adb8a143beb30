import type { Readable } from 'node:stream';
import {
  type ArchivePart,
  archiveSchemas,
  archiveVersion,
  partsOf,
} from '@hubbub/contract/features/archives/archives.shapes.ts';
import { archivePathOf, originalsOf } from '#features/media/public.ts';
import { insufficientStorage } from '#platform/errors/errors.ts';
import type { JobContext } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { indexHtml, pagePath, partHtml } from './archive-html.service.ts';
import { itemsOf, mediaFor } from './archive-parts.service.ts';
import { type ExportRow, type ExportTable, findExportById, updateExport } from './archives.queries.ts';
import { openZipWriter, textStream, type ZipWriter } from './zip-writer.service.ts';

/** How long a finished export is kept. */
const retentionDays = 7;
/** Progress is stored at most this often, in milliseconds. */
const progressMs = 1000;

type Item = Record<string, unknown>;

/** The export or the account is gone: there's nothing left to do. */
class GoneError extends Error {}

interface Work {
  platform: Platform;
  row: ExportRow & { username: string; profile_path: string | null };
  /** Whether it's for the site's team, who get fewer parts. */
  isForTeam: boolean;
  zip: ZipWriter;
  /** Counts what's in the archive by now. @throws {GoneError} */
  count(number: number): Promise<void>;
}

/**
 * Makes an export's ZIP. It's safe to run again from the start at any time: the storage key is known beforehand, and
 * the row says it's ready only once the file is complete.
 */
export async function makeExport(
  platform: Platform,
  { exportId, key, table = 'exports' }: { exportId: string; key: string; table?: ExportTable },
  context: JobContext,
): Promise<void> {
  const { db, storage, clock, log } = platform;
  const row = await findExportById(db.kysely, table, exportId);
  if (row?.state === 'ready') return;
  try {
    if (!row) throw new GoneError();
    const size = await writeArchive(platform, row, table, context.signal);
    const expires_at = new Date(clock.now().getTime() + retentionDays * 24 * 60 * 60 * 1000);
    if (!(await updateExport(db.kysely, table, exportId, { state: 'ready', size, expires_at }))) throw new GoneError();
  } catch (error) {
    if (error instanceof GoneError) return await storage.remove([key]);
    if (context.signal.aborted || !context.last) throw error;
    log.error({ err: error, exportId }, "couldn't make an export");
    await updateExport(db.kysely, table, exportId, { state: 'failed' });
  }
}

/** @returns the ZIP's size in bytes */
async function writeArchive(
  platform: Platform,
  row: Work['row'],
  table: ExportTable,
  signal: AbortSignal,
): Promise<number> {
  const { storage } = platform;
  const zip = openZipWriter(row.created_at);
  const stop = () => zip.fail(new Error('the server is stopping'));
  signal.addEventListener('abort', stop, { once: true });
  const stored = storage.put(row.key, zip.output, { type: 'application/zip', consume: true });
  // Its error is thrown below, once nothing is being added anymore.
  stored.catch(() => undefined);
  try {
    await fillArchive({
      platform,
      row,
      isForTeam: table === 'person_exports',
      zip,
      count: counter(platform, table, row.id),
    });
    zip.end();
  } catch (error) {
    zip.fail(error instanceof Error ? error : new Error('broken off'));
    await stored.catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return (await stored).bytes;
}

/** Stores the progress now and then, and stops if the export is no longer wanted. */
function counter({ db, disk, config }: Platform, table: ExportTable, exportId: string): Work['count'] {
  let done = 0;
  let storedAt = Number.NEGATIVE_INFINITY;
  return async (number) => {
    done += number;
    if (performance.now() - storedAt < progressMs) return;
    storedAt = performance.now();
    if (!config.bucket && disk.state !== 'ok') throw insufficientStorage();
    if (!(await updateExport(db.kysely, table, exportId, { done }))) throw new GoneError();
  };
}

async function fillArchive(work: Work): Promise<void> {
  const { row, zip, platform, isForTeam } = work;
  const manifest = {
    format: 'hubbub-archive',
    version: archiveVersion,
    origin: platform.config.publicUrl,
    username: row.username,
    created_at: row.created_at.toISOString(),
  };
  await zip.add('manifest.json', textStream([`${JSON.stringify(manifest)}\n`]), { packed: true });
  await zip.add('schema.json', textStream([`${JSON.stringify(archiveSchemas(isForTeam), null, 1)}\n`]), {
    packed: true,
  });
  const counts: { part: ArchivePart; count: number }[] = [];
  let account: Item | undefined;
  for (const [part, { single }] of partsOf(isForTeam)) {
    const { count, first } = await addData(work, part, single);
    if (part === 'account') account = first;
    else counts.push({ part, count });
    if (part !== 'account' && part !== 'media') await addPages(work, part);
  }
  const missing = await addMedia(work);
  await zip.add(
    'index.html',
    textStream([
      indexHtml({
        username: row.username,
        origin: manifest.origin,
        createdAt: manifest.created_at,
        account,
        parts: counts.filter(({ part, count }) => count > 0 && part !== 'media'),
        missing,
      }),
    ]),
    { packed: true },
  );
}

/** Adds a part as JSON: an array with one item per line, or one object. */
async function addData({ platform, row, isForTeam, zip, count }: Work, part: ArchivePart, isSingle: boolean) {
  let number = 0;
  let first: Item | undefined;
  async function* lines() {
    if (!isSingle) yield '[';
    for await (const page of itemsOf(platform, part, { ...row, isForTeam })) {
      first ??= page[0];
      const texts = page.map((item, index) => `${number + index > 0 ? ',' : ''}\n${JSON.stringify(item)}`);
      number += page.length;
      yield isSingle ? JSON.stringify(first) : texts.join('');
      if (part !== 'media') await count(page.length);
    }
    yield isSingle ? '\n' : '\n]\n';
  }
  await zip.add(`data/${part}.json`, textStream(lines()), { packed: true });
  return { count: number, first };
}

/** Adds the HTML pages. */
async function addPages({ platform, row, isForTeam, zip }: Work, part: ArchivePart): Promise<void> {
  let number = 0;
  let waiting: Item[] | undefined;
  const add = async (items: Item[], hasNext: boolean) => {
    number += 1;
    const html = partHtml(part, items, { number, hasNext });
    await zip.add(pagePath(part, number), textStream([html]), { packed: true });
  };
  for await (const page of itemsOf(platform, part, { ...row, isForTeam })) {
    if (waiting) await add(waiting, true);
    waiting = page;
  }
  if (waiting) await add(waiting, false);
}

/** Adds the person's files. @returns the paths of those that can't be read */
async function addMedia({ platform, row, isForTeam, zip, count }: Work): Promise<string[]> {
  const missing: string[] = [];
  for await (const page of mediaFor(platform, { ...row, isForTeam })) {
    for (const media of page) {
      const file = await openFirst(platform, originalsOf(media));
      if (file) await zip.add(archivePathOf(media), file, { packed: false });
      else missing.push(archivePathOf(media));
      await count(1);
    }
  }
  return missing;
}

async function openFirst({ storage }: Platform, keys: readonly string[]): Promise<Readable | undefined> {
  for (const key of keys) {
    const file = await storage.open(key);
    if (file) return file.stream;
  }
  return undefined;
}
