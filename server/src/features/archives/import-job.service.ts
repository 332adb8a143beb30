import { createHash } from 'node:crypto';
import {
  importableAccount,
  importableCommunity,
  importLimits,
} from '@hubbub/contract/features/archives/import.shapes.ts';
import { fillProfile } from '#features/profiles/public.ts';
import { indexSoon } from '#features/rich-text/public.ts';
import type { JobContext } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { itemTextsOf } from './archive-items.service.ts';
import {
  GoneImportError,
  type ImportWork,
  type ItemIndex,
  importItem,
  receiveFrom,
  requireUsable,
} from './import-post.service.ts';
import { findImportById, type ImportRow, refuseInImport, updateImport } from './imports.queries.ts';
import { keptRefusals, parsedOr, parseManifest, queueImport } from './imports.service.ts';
import { ArchiveFault, openZip, type ZipReader } from './zip-reader.service.ts';

const accountFile = 'data/account.json';
const postsFile = 'data/posts.json';
const communitiesFile = 'data/communities.json';
const maxSmallFile = 64 * 1024;
/** How long an import works before the next one in line has its turn, in milliseconds. */
const longestTurnMs = 5 * 60 * 1000;
/** More communities than anybody is in. */
const maxCommunities = 10_000;

/**
 * Imports an archive's profile and posts, for some minutes at a time: then it goes to the end of the line. It resumes
 * where it stopped: each post counts as done in the transaction that stores it.
 */
export async function runImport(
  platform: Platform,
  { importId, key }: { importId: string; key: string },
  context: JobContext,
  turnMs = longestTurnMs,
): Promise<void> {
  const { db, storage, log } = platform;
  const row = await findImportById(db.kysely, importId);
  try {
    if (row?.state !== 'working') throw new GoneImportError();
    const outcome = await storage.withLocalFile(key, (path) =>
      importFrom(platform, row, { path, turnMs, signal: context.signal }),
    );
    if (outcome === 'more') return await queueImport(platform, db.kysely, row);
    if (!outcome) throw new ArchiveFault('Your file is no longer here. Choose it again.');
    await updateImport(db.kysely, importId, { state: 'done' });
    await storage.remove([key]);
  } catch (error) {
    if (error instanceof GoneImportError) return await storage.remove([key]);
    const isFault = error instanceof ArchiveFault;
    if (!isFault && (context.signal.aborted || !context.last)) throw error;
    if (!isFault) log.error({ err: error, importId }, "couldn't finish an import");
    const text = isFault ? error.message : "The rest couldn't be imported. Try again: nothing is imported twice.";
    await refuseInImport(db.kysely, importId, { refused: [text], most: keptRefusals });
    await updateImport(db.kysely, importId, { state: 'failed' });
    await storage.remove([key]);
  }
}

type Outcome = 'all' | 'more';

async function importFrom(
  platform: Platform,
  row: ImportRow,
  { path, turnMs, signal }: { path: string; turnMs: number; signal: AbortSignal },
): Promise<Outcome> {
  const zip = await openZip(path);
  try {
    const { origin } = parseManifest(await zip.text('manifest.json', maxSmallFile));
    const work: ImportWork = {
      platform,
      zip,
      signal,
      importId: row.id,
      userId: row.user_id,
      sourceOf: (postId) =>
        createHash('sha256')
          .update(JSON.stringify([origin, postId]))
          .digest(),
      openCommunities: await openCommunitiesIn(zip),
      used: new Set(),
      unusable: 0,
    };
    await requireUsable(work);
    if (row.total === null) {
      const total = await countItems(zip);
      await importProfile(work);
      if (!(await updateImport(platform.db.kysely, row.id, { total }))) throw new GoneImportError();
    }
    return await importPosts(work, { done: row.done, turnMs });
  } finally {
    indexSoon(platform);
    zip.close();
  }
}

async function importPosts(work: ImportWork, { done, turnMs }: { done: number; turnMs: number }): Promise<Outcome> {
  const startedAt = performance.now();
  let index: ItemIndex = 0;
  for await (const text of itemTextsOf(work.zip, postsFile)) {
    work.signal.throwIfAborted();
    await requireUsable(work);
    await importItem(work, { text, index, isDone: index < done });
    index += 1;
    if (index > done && performance.now() - startedAt > turnMs) return 'more';
  }
  return 'all';
}

async function countItems(zip: ZipReader): Promise<number> {
  let count = 0;
  for await (const _ of itemTextsOf(zip, postsFile)) {
    count += 1;
    if (count > importLimits.posts)
      throw new ArchiveFault(`This archive has more than ${importLimits.posts.toLocaleString('en-US')} posts.`);
  }
  return count;
}

/** The handles of the communities whose posts everybody could read, according to the archive. */
async function openCommunitiesIn(zip: ZipReader): Promise<Set<string>> {
  const handles = new Set<string>();
  if (zip.sizeOf(communitiesFile) === undefined) return handles;
  let count = 0;
  for await (const text of itemTextsOf(zip, communitiesFile)) {
    count += 1;
    if (count > maxCommunities) break;
    const { success, data } = importableCommunity.safeParse(parsedOr(text));
    if (success && data.visibility === 'public') handles.add(data.handle);
  }
  return handles;
}

/** Imports name, text and picture if the person has none yet. */
async function importProfile(work: ImportWork): Promise<void> {
  const { platform, zip, userId, importId } = work;
  const account = importableAccount.safeParse(parsedOr(await zip.text(accountFile, maxSmallFile)));
  const refused: string[] = [];
  if (!account.success) refused.push("The profile couldn't be read.");
  else {
    const { name, bio, picture } = account.data;
    await fillProfile(platform, userId, {
      name,
      bio,
      takePicture: async () => {
        if (picture === null) return undefined;
        const received = await receiveFrom(work, picture, 'profile');
        if (typeof received !== 'string') return received;
        refused.push(`Your profile picture wasn't imported: ${received}`);
        return undefined;
      },
    });
  }
  await refuseInImport(platform.db.kysely, importId, { refused, most: keptRefusals });
}
