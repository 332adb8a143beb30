import type { JobContext } from '#platform/jobs/jobs.ts';
import type { Scores } from '#platform/media-processing/classifier-process.ts';
import { typeOfExtension } from '#platform/media-processing/media-types.ts';
import { detailPicture, detailStill, isBlank, sampleOf } from '#platform/media-processing/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { type MediaFindings, type MediaRow, selectMedia, updateFindings } from './media.queries.ts';
import { isNsfw, keyOf, posterPath, renderingPath, renderingWidths, sampleTimes } from './media.rules.ts';
import { removeFilesOf, sweepUnattached } from './media.service.ts';

/** Width of a poster in pixels: a feed card on a phone. */
const posterWidth = 720;

/** Seconds from which on a video is looked at by its key frames: it has more of them than samples are taken. */
const longVideo = 60;

/** What cannot be looked at stays held back, and can still be seen by whoever asks for it. */
const failed: MediaFindings = { placeholder: null, poster: null, variants: [], is_nsfw: true, state: 'failed' };

export function defineMediaJobs(platform: Platform): void {
  const { jobs, log } = platform;
  jobs.define('media.process', (payload, context) => processMedia(platform, payload, context), {
    heavy: true,
    maxAttempts: 5,
  });
  jobs.define('media.remove', async ({ paths }) => await removeFilesOf(platform, paths));
  jobs.define(
    'media.sweep',
    async () => {
      const count = await sweepUnattached(platform);
      if (count > 0) log.info({ count }, 'removed media that were sent and never shown');
    },
    { every: '*/15 * * * *' },
  );
}

/**
 * Looks at a picture or a video and makes what the feed shows of it. It may be run again from its beginning at any time: the
 * names of what it makes follow from the path, and all that is known is written in one transaction at the end.
 */
async function processMedia(
  platform: Platform,
  { mediaId, path }: { mediaId: string; path: string },
  context: JobContext,
): Promise<void> {
  const { db, storage, events, log, processing } = platform;
  const [media] = await selectMedia(db.kysely, [mediaId]);
  if (media?.state === 'ready') return;
  let exists = false;
  if (media) {
    const findings = await look({ storage, processing }, media, context.signal).catch(async (error: unknown) => {
      // Deleted with its files while it was looked at: there is nothing to look at any more, and nothing has failed.
      if ((await selectMedia(db.kysely, [mediaId])).length === 0) return failed;
      if (context.signal.aborted || !context.last) throw error;
      log.error({ err: error, mediaId }, 'a file could not be looked at and stays held back');
      return failed;
    });
    exists = await db.transaction(async (tx) => {
      const updated = await updateFindings(tx, mediaId, findings);
      if (updated) await events.emit(tx, 'media.updated', { mediaId });
      return updated;
    });
  }
  // Deleted in the meantime, and maybe swept before the last rendering was stored.
  if (!exists) await removeFilesOf(platform, [path]);
}

type Engines = Pick<Platform, 'storage' | 'processing'>;

async function look(engines: Engines, media: MediaRow, signal: AbortSignal): Promise<MediaFindings> {
  const findings = await engines.storage.withLocalFile(keyOf(media.path), async (file) =>
    media.type.startsWith('image/')
      ? await lookAtPicture(engines, media, file)
      : await lookAtVideo(engines, media, file, signal),
  );
  return findings ?? failed;
}

async function lookAtPicture({ storage, processing }: Engines, media: MediaRow, file: string): Promise<MediaFindings> {
  const { renderings, placeholder, samples } = await detailPicture(file, renderingWidths);
  const variants = [];
  for (const { width, data } of renderings) {
    const path = renderingPath(media.path, width);
    await storage.put(keyOf(path), data, { type: 'image/webp' });
    variants.push({ path, width, type: 'image/webp' });
  }
  return { placeholder, poster: null, variants, is_nsfw: isNsfw(await judge(processing, samples)), state: 'ready' };
}

async function lookAtVideo(
  { storage, processing }: Engines,
  media: MediaRow,
  file: string,
  signal: AbortSignal,
): Promise<MediaFindings> {
  const demuxer = typeOfExtension(media.path.split('.').pop() ?? '')?.demuxer;
  if (demuxer === undefined) return failed;
  const seconds = sampleTimes(media.duration);
  const exact = media.duration === null || media.duration < longVideo;
  const stills = await processing.stills.take({ path: file, demuxer, seconds, width: posterWidth, exact }, signal);
  const frames = stills.filter((still) => still !== null);
  const shown = await firstNotBlank(frames);
  if (!shown) return failed;
  const { poster, placeholder } = await detailStill(shown);
  const path = posterPath(media.path);
  await storage.put(keyOf(path), poster, { type: 'image/webp' });
  const samples = [];
  for (const frame of frames) samples.push(await sampleOf(frame));
  return { placeholder, poster: path, variants: [], is_nsfw: isNsfw(await judge(processing, samples)), state: 'ready' };
}

async function judge(processing: Platform['processing'], samples: readonly Buffer[]): Promise<Scores[]> {
  const scores: Scores[] = [];
  for (const sample of samples) scores.push(await processing.classify(sample));
  return scores;
}

async function firstNotBlank(frames: readonly Buffer[]): Promise<Buffer | undefined> {
  for (const frame of frames) {
    if (!(await isBlank(frame))) return frame;
  }
  return frames[0];
}
