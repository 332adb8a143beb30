import { setTimeout as sleep } from 'node:timers/promises';
import { type ImportablePost, importablePost } from '@hubbub/contract/features/archives/import.shapes.ts';
import { findLockout, holdUser } from '#features/accounts/public.ts';
import { cancelMedia, type ReceivedMedia, receiveMedia } from '#features/media/public.ts';
import { findImportedPost, importPost, saysSomething } from '#features/posts/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { advanceImport } from './imports.queries.ts';
import { claimFault, describeItem } from './imports.rules.ts';
import { keptRefusals, parsedOr } from './imports.service.ts';
import { ArchiveFault, type ZipReader } from './zip-reader.service.ts';

/** The import or the account is gone, or another run has taken over: there's nothing left to do. */
export class GoneImportError extends Error {}

export interface ImportWork {
  platform: Platform;
  zip: ZipReader;
  signal: AbortSignal;
  importId: string;
  userId: string;
  /** Identifies a post of this archive. */
  sourceOf: (postId: string) => Buffer;
  /** Handles of communities whose posts everybody could read. */
  openCommunities: ReadonlySet<string>;
  /** The archive's files that have been attached already: each is imported once. */
  used: Set<string>;
  /** How many of its files took work but couldn't be used. */
  unusable: number;
}

/** A post's index in the archive, from 0. */
export type ItemIndex = number;

/** Errors that are the file's own fault. Any other one ends the run, and the import is resumed later. */
const ownFaults = new Set([400, 413, 415, 422]);
/** After this many unusable files within a turn, it isn't an archive of ours. */
const mostUnusable = 200;
/** How often, and how long, an import waits while too many of the person's pictures are being worked on. */
const patience = { times: 24, ms: 5000 };

/** @throws {ArchiveFault} if the account couldn't post by hand either, {GoneImportError} if it's gone */
export async function requireUsable({ platform, userId }: ImportWork, tx?: Tx): Promise<void> {
  const lockout = await findLockout(platform, userId, tx);
  if (lockout === 'gone') throw new GoneImportError();
  if (lockout !== undefined)
    throw new ArchiveFault("Your account can't post at the moment. Import the file again once it can.");
}

/**
 * Imports a post by the rules for posts written here, or adds the reason why it's skipped.
 * @param isDone it was handled in an earlier run, so only the files it used count
 * @throws {GoneImportError}
 */
export async function importItem(
  work: ImportWork,
  { text, index, isDone }: { text: string; index: ItemIndex; isDone: boolean },
): Promise<void> {
  const parsed = importablePost.safeParse(parsedOr(text));
  if (isDone) {
    for (const { path } of parsed.data?.files ?? []) if (work.zip.sizeOf(path) !== undefined) work.used.add(path);
    return;
  }
  const { platform, importId } = work;
  const refuse = async (item: string, why: string) => {
    const refused = [`${item} wasn't imported: ${why}`];
    if (!(await advanceImport(platform.db.kysely, importId, { from: index, refused, most: keptRefusals })))
      throw new GoneImportError();
  };
  if (!parsed.success) return await refuse(`Post ${index + 1}`, parsed.error.issues[0]?.message ?? "it can't be read.");
  const post = parsed.data;
  const item = describeItem(post);
  const fault = faultOf(work, post);
  if (fault !== undefined) return await refuse(item, fault);
  const source = work.sourceOf(post.post_id);
  if ((await findImportedPost(platform.db.kysely, { authorId: work.userId, source })) !== undefined) {
    if (await advanceImport(platform.db.kysely, importId, { from: index, refused: [], most: keptRefusals })) return;
    throw new GoneImportError();
  }
  const refusal = await storePost(work, { post, index, source, item });
  if (refusal !== undefined) await refuse(item, refusal);
}

/** The reason why a post can't be imported at all. */
function faultOf({ platform, openCommunities }: ImportWork, post: ImportablePost): string | undefined {
  if (post.removed !== null) return 'moderators removed it.';
  if (post.community !== null && !openCommunities.has(post.community))
    return "it was in a community that's private, or that you've left.";
  return claimFault(new Date(post.created_at), platform.clock.now());
}

/**
 * Links of new accounts aren't counted here: imported posts are in no feed and notify nobody.
 * @returns why it can't be stored; undefined: it is
 */
async function storePost(
  work: ImportWork,
  { post, index, source, item }: { post: ImportablePost; index: ItemIndex; source: Buffer; item: string },
): Promise<string | undefined> {
  const { platform, userId, importId } = work;
  const media: { id: string; alt: string | null }[] = [];
  const refused: string[] = [];
  try {
    for (const { path, alt } of post.files) {
      const received = await receiveFrom(work, path, 'post');
      if (typeof received === 'string') refused.push(`A file of ${lowered(item)} wasn't imported: ${received}`);
      else media.push({ id: received.id, alt: alt?.trim() || null });
    }
    const quoteId = post.quote === null ? undefined : await quotedIn(work, post.quote);
    if (!saysSomething({ content: post.content, hasPoll: post.poll !== null, quote: quoteId }))
      return await broughtNothing(work, { media, refused });
    await platform.db.transaction(async (tx) => {
      if (!(await holdUser(tx, userId))) throw new GoneImportError();
      await requireUsable(work, tx);
      await importPost(platform, tx, {
        authorId: userId,
        content: post.content.trim() === '' ? '' : post.content,
        source,
        claimedAt: new Date(post.created_at),
        media,
        poll: post.poll,
        quoteId: quoteId ?? null,
      });
      if (!(await advanceImport(tx, importId, { from: index, refused, most: keptRefusals })))
        throw new GoneImportError();
    });
    return undefined;
  } catch (error) {
    await cancelMedia(
      platform,
      media.map(({ id }) => id),
    );
    if (error instanceof HttpError && ownFaults.has(error.status)) return textOf(error);
    throw error;
  }
}

async function broughtNothing(
  { platform }: ImportWork,
  { media, refused }: { media: readonly { id: string }[]; refused: readonly string[] },
): Promise<string> {
  await cancelMedia(
    platform,
    media.map(({ id }) => id),
  );
  return refused[0] ?? 'it has no text.';
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const textOf = ({ body: { error } }: HttpError) => (typeof error === 'string' ? error : Object.values(error).join(' '));

/** The imported copy of the quoted post. */
const quotedIn = async ({ platform, userId, sourceOf }: ImportWork, quote: string) =>
  await findImportedPost(platform.db.kysely, { authorId: userId, source: sourceOf(quote) });

/**
 * Receives one of the archive's files as if it were uploaded. @returns why it can't be used, if so @throws
 * {ArchiveFault} after too many of those
 */
export async function receiveFrom(
  work: ImportWork,
  path: string,
  purpose: 'post' | 'profile',
): Promise<ReceivedMedia | string> {
  const { platform, zip, userId, used, signal } = work;
  if (used.has(path)) return 'it belongs to another post as well.';
  if (!path.startsWith('media/') || zip.sizeOf(path) === undefined) return "it isn't one of the archive's files.";
  used.add(path);
  for (let left = patience.times; ; left -= 1) {
    try {
      return await receiveMedia(platform, { file: await zip.open(path) }, { ownerId: userId, purpose });
    } catch (error) {
      const why = whyUnusable(work, error);
      if (why !== undefined) return why;
      if (!(error instanceof HttpError) || error.status !== 429 || left === 0) throw error;
      await sleep(patience.ms, undefined, { signal });
    }
  }
}

/** @returns undefined if it isn't the file's fault @throws {ArchiveFault} if too many files were unusable */
function whyUnusable(work: ImportWork, error: unknown): string | undefined {
  if (error instanceof ArchiveFault) return error.message;
  if (!(error instanceof HttpError) || !ownFaults.has(error.status)) return undefined;
  // One that's too large took no work: its size was only counted.
  if (error.status !== 413) work.unusable += 1;
  if (work.unusable > mostUnusable)
    throw new ArchiveFault(
      `More than ${mostUnusable} of its files are damaged, or of no type that posts take. Choose the ZIP you downloaded from Hubbub, unchanged.`,
    );
  return error.status === 400 ? "it's damaged." : textOf(error);
}
