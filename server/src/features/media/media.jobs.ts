import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobContext } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { convertMedia } from './conversion.service.ts';
import { type MediaFindings, type MediaRow, selectMedia, updateFindings, updateMetadata } from './media.queries.ts';
import {
  cleanPath,
  isNsfw,
  keyOf,
  posterPath,
  rawPath,
  renderingPath,
  renderingWidths,
  sampleTimes,
} from './media.rules.ts';
import { queueStored, removeFilesOf, sweepUnattached } from './media.service.ts';
import { follow, moveFiles, removeLongWithheld, workOn } from './media-paths.service.ts';
import { typeOfExtension } from './media-types.rules.ts';
import { playablePlan } from './playable.rules.ts';
import type { Scores } from './processing/classifier-process.service.ts';
import { mayDecodeExactly } from './recording.rules.ts';
import { withScratchFolder } from './scratch.service.ts';
import { takeStills } from './stills.service.ts';
import { stripRecording } from './strip.service.ts';
import { sweepUploads } from './uploads.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Checks a picture and makes its renderings. */
    'media.picture': { mediaId: string; path: string };
    /** Rewrites a video or sound without its metadata, checks a video and makes its poster. */
    'media.process': { mediaId: string; path: string };
    /** Converts a video that browsers can't play. */
    'media.convert': { mediaId: string; path: string };
    /** Queues rewriting older recordings without their metadata. */
    'media.strip': Record<string, never>;
    /** Moves a medium's files from an earlier path to its current one. */
    'media.move': { mediaId: string; from: string };
    /** Deletes the files of media whose rows are gone. */
    'media.remove': { paths: string[] };
    /** Deletes uploads that were never attached. */
    'media.sweep': Record<string, never>;
    /** Deletes the pieces of uploads that are gone. */
    'uploads.remove': { keys: string[] };
  }
}

/** A poster's width in pixels: a feed card on a phone. */
const posterWidth = 720;

/** From this many seconds on, a video is sampled at its key frames: it has more of them than samples are taken. */
const longVideo = 60;

/** A file that can't be checked stays held back; people can still choose to view it. */
const failed: MediaFindings = { placeholder: null, poster: null, variants: [], is_nsfw: true, state: 'failed' };

export function defineMediaJobs(platform: Platform): void {
  const { jobs, log } = platform;
  for (const [name, heavy] of [
    ['media.picture', 'pictures'],
    ['media.process', 'videos'],
  ] as const) {
    jobs.define(name, (payload, context) => processMedia(platform, payload, context), { heavy, maxAttempts: 5 });
  }
  jobs.define('media.convert', (payload, context) => convertMedia(platform, payload, context), {
    inTurnsOf: 'videos',
    maxAttempts: 5,
  });
  jobs.define('media.strip', async () => void (await queueStored(platform)), {
    every: '* * * * *',
  });
  jobs.define('media.move', (move) => moveFiles(platform, move), { isYielding: true });
  jobs.define('media.remove', async ({ paths }) => await removeFilesOf(platform, paths));
  jobs.define('uploads.remove', async ({ keys }) => await platform.storage.remove(keys));
  jobs.define(
    'media.sweep',
    async () => {
      const count = await sweepUnattached(platform);
      if (count > 0) log.info({ count }, 'removed media that were uploaded but never attached');
      await removeLongWithheld(platform);
      await sweepUploads(platform);
    },
    { every: '*/15 * * * *' },
  );
}

/**
 * Makes the served file and its renderings for the feed. It's safe to run again from the start at any time: the names
 * of the files are derived from the path, and the results are stored in one transaction at the end.
 */
async function processMedia(
  platform: Platform,
  { mediaId, path }: { mediaId: string; path: string },
  context: JobContext,
): Promise<void> {
  const { db, events, jobs, log } = platform;
  const [media] = await selectMedia(db.kysely, [mediaId]);
  if (!media) return await removeFilesOf(platform, [path]);
  if (isReady(media)) return;
  const check = (given: JobContext) => find(platform, media, given);
  const findings = await workOn(platform, media, { path, context, work: check }).catch((error: unknown) => {
    if (context.signal.aborted || !context.last) throw error;
    log.error({ err: error, mediaId }, "couldn't check a file, so it stays held back");
    return failed;
  });
  if (!findings) return;
  const isStored = await db.transaction(async (tx) => {
    const updated = await updateFindings(tx, media, findings);
    if (updated) await events.emit(tx, 'media.updated', { mediaId });
    const isNext = updated && findings.state === 'processing';
    if (isNext) {
      const next = { mediaId, path: media.path };
      const turn = media.turn ?? 0;
      await jobs.add(tx, 'media.convert', next, { key: `convert-${mediaId}`, line: 'conversions', turn });
    }
    return updated;
  });
  if (!isStored) await follow(platform, media);
}

const isPicture = ({ type }: Pick<MediaRow, 'type'>) => type.startsWith('image/');

const isReady = (media: MediaRow) => media.state === 'ready' && (isPicture(media) || media.metadata !== 'kept');

/** There's nothing to check in sound. */
const audioFindings: MediaFindings = {
  placeholder: null,
  poster: null,
  variants: [],
  is_nsfw: false,
  state: 'ready',
};

async function find(platform: Platform, media: MediaRow, context: JobContext): Promise<MediaFindings> {
  const isNew = media.metadata === 'kept' && !isPicture(media);
  const { metadata: known, converts_from } = isNew ? await settle(platform, media, context) : media;
  const { placeholder, poster, variants, is_nsfw, state } = media;
  // A file that can't be served anymore keeps its poster.
  if (known === 'stuck') return { ...failed, placeholder, poster };
  if (state === 'ready') return { placeholder, poster, variants, is_nsfw, state };
  if (media.type.startsWith('audio/')) return audioFindings;
  const source = converts_from === null ? media.path : cleanPath(media.path);
  const findings = await platform.storage.withLocalFile(keyOf(source), async (file) =>
    isPicture(media)
      ? await analyzePicture(platform, media, file)
      : await analyzeVideo(platform, { ...media, converts_from }, file, context.signal),
  );
  // Maybe it's still on its way to a new path.
  if (!findings && !context.last) throw new Error('the file is missing');
  if (!findings) return failed;
  if (converts_from !== null) return { ...findings, state: 'processing' };
  return media.unplayable ? { ...findings, state: 'failed' } : findings;
}

/** The type of the stored file, which its path may not match yet. */
const fileTypeOf = ({ path, converts_from }: Pick<MediaRow, 'path' | 'converts_from'>) =>
  typeOfExtension(converts_from ?? path.split('.').pop() ?? '');

/**
 * Rewrites a recording without its metadata. If that fails, the file is kept, but not served to anyone.
 * @throws when a retry may succeed
 */
async function settle(
  platform: Platform,
  media: MediaRow,
  { signal, last }: JobContext,
): Promise<Pick<MediaRow, 'metadata' | 'converts_from'>> {
  const { storage, db, log } = platform;
  const [raw, key] = [keyOf(rawPath(media.path)), keyOf(media.path)];
  let { duration, converts_from } = media;
  const rewrite = async (source: string) => {
    ({ duration, converts_from } = await strip(platform, media, source, signal));
    return true;
  };
  let isWritten: boolean | undefined;
  try {
    // An older version stored it at its final path.
    isWritten = (await storage.withLocalFile(raw, rewrite)) ?? (await storage.withLocalFile(key, rewrite));
  } catch (error) {
    if (signal.aborted || !last) throw error;
    log.error({ err: error, mediaId: media.id }, "a recording still has its metadata, so it isn't served");
    await storage.withLocalFile(key, async (file) => await storeRaw(storage, file, raw, media.type));
    await storage.remove([key]);
  }
  // Maybe it's still on its way to a new path.
  if (isWritten === undefined && !last) throw new Error('the recording is missing');
  const state = { metadata: isWritten ? 'removed' : 'stuck', converts_from } as const;
  // A later move to a new path needs the uploaded form.
  if (!(await updateMetadata(db.kysely, media, { ...state, duration }))) throw new Error('the recording has moved');
  if (isWritten) await storage.remove([raw]);
  return state;
}

/**
 * Writes a recording to its path, in the container of that path's type, or to where it waits for conversion.
 * @returns its length, which a recording made in a browser has only once it's rewritten, and its `converts_from`
 */
async function strip(
  { storage, processing }: Engines,
  media: MediaRow,
  source: string,
  signal: AbortSignal,
): Promise<Pick<MediaRow, 'duration' | 'converts_from'>> {
  const { converts_from, path } = media;
  const type = fileTypeOf(media);
  const target = typeOfExtension(path.split('.').pop() ?? '');
  if (!type || !target) throw new TypeError('not a type of recording');
  const probed = await processing.probe(source);
  const isAvc = probed?.videos.some(({ format }) => format === 'AVC') ?? false;
  const waits = converts_from !== null && !(probed && playablePlan(type.extension, probed) === 'rewrap');
  const as = waits ? type : target;
  return await withScratchFolder(storage, async (folder) => {
    const stripped = join(folder, 'stripped');
    await stripRecording(processing.ffmpeg, { source, target: stripped, type, as, isAvc }, signal);
    const duration = media.duration ?? (await processing.probe(stripped))?.duration ?? null;
    await storage.adopt(keyOf(waits ? cleanPath(path) : path), stripped, { type: as.mime });
    return { duration, converts_from: waits ? converts_from : null };
  });
}

async function storeRaw(storage: Platform['storage'], file: string, key: string, type: string): Promise<void> {
  await withScratchFolder(storage, async (folder) => {
    const copy = join(folder, 'copy');
    await copyFile(file, copy);
    await storage.adopt(key, copy, { type });
  });
}

type Engines = Pick<Platform, 'storage' | 'processing'>;

async function analyzePicture({ storage, processing }: Engines, media: MediaRow, file: string): Promise<MediaFindings> {
  return await withScratchFolder(storage, async (folder) => {
    const renderings = renderingWidths.map((width) => ({ width, target: join(folder, String(width)) }));
    const { written, placeholder, samples } = await processing.pictures.detail(file, renderings);
    const variants = [];
    for (const { width, target } of renderings.filter((rendering) => written.includes(rendering.width))) {
      const path = renderingPath(media.path, width);
      await storage.adopt(keyOf(path), target, { type: 'image/webp' });
      variants.push({ path, width, type: 'image/webp' });
    }
    return {
      placeholder,
      poster: null,
      variants,
      is_nsfw: isNsfw(await classifySamples(processing, samples)),
      state: 'ready',
    };
  });
}

async function analyzeVideo(
  { storage, processing }: Engines,
  media: MediaRow,
  file: string,
  signal: AbortSignal,
): Promise<MediaFindings> {
  const demuxer = fileTypeOf(media)?.demuxer;
  if (demuxer === undefined) return failed;
  return await withScratchFolder(storage, async (folder) => {
    const stills = sampleTimes(media.duration).map((second) => ({ second, target: join(folder, String(second)) }));
    const request = { path: file, demuxer, stills, width: posterWidth };
    const isShort = media.duration === null || media.duration < longVideo;
    const exact = isShort && mayDecodeExactly(media.width, media.height);
    const taken = await takeStills(processing.ffmpeg, { ...request, exact }, signal);
    // One that ends before the first moment has only its first frame.
    const first = [{ second: 0, target: join(folder, 'first') }];
    const frames =
      taken.length > 0 ? taken : await takeStills(processing.ffmpeg, { ...request, exact, stills: first }, signal);
    if (frames.length === 0) return failed;
    const poster = join(folder, 'poster');
    const { placeholder, samples } = await processing.pictures.detailStills(frames, poster);
    const path = posterPath(media.path);
    await storage.adopt(keyOf(path), poster, { type: 'image/webp' });
    const is_nsfw = isNsfw(await classifySamples(processing, samples));
    return { placeholder, poster: path, variants: [], is_nsfw, state: 'ready' };
  });
}

async function classifySamples(processing: Platform['processing'], samples: readonly Uint8Array[]): Promise<Scores[]> {
  const scores: Scores[] = [];
  for (const sample of samples) scores.push(await processing.classify(sample));
  return scores;
}
