import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobContext } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { type ConvertedMedia, updateConverted, updateProgress } from './conversion.queries.ts';
import { convertVideo } from './convert.service.ts';
import { type MediaRow, selectMedia } from './media.queries.ts';
import { cleanPath, keyOf } from './media.rules.ts';
import { removeFilesOf } from './media.service.ts';
import { follow, workOn } from './media-paths.service.ts';
import { typeOfExtension } from './media-types.rules.ts';
import { withScratchFolder } from './scratch.service.ts';

/**
 * Converts a video, and stores the result at its path. If it can't be converted, the original is stored there, for
 * people to download. It's safe to run again from the start at any time.
 */
export async function convertMedia(
  platform: Platform,
  { mediaId, path }: { mediaId: string; path: string },
  context: JobContext,
): Promise<void> {
  const { db, events, storage } = platform;
  const [media] = await selectMedia(db.kysely, [mediaId]);
  if (!media) return await removeFilesOf(platform, [path]);
  if (media.converts_from === null || media.state !== 'processing') return;
  const work = (given: JobContext) => convert(platform, media, given);
  const converted = await workOn(platform, media, { path, context, work });
  if (!converted) return;
  const isStored = await db.transaction(async (tx) => {
    const updated = await updateConverted(tx, media, converted);
    if (updated) await events.emit(tx, 'media.updated', { mediaId });
    return updated;
  });
  if (isStored) await storage.remove([keyOf(cleanPath(media.path))]);
  else await follow(platform, media);
}

async function convert(platform: Platform, media: MediaRow, context: JobContext): Promise<ConvertedMedia> {
  const { storage, log } = platform;
  const { bytes, width, height, duration, is_nsfw } = media;
  const source = typeOfExtension(media.converts_from ?? '');
  const type = source?.mime ?? media.type;
  const failed = { type, bytes, width, height, duration, is_nsfw, state: 'failed', unplayable: true } as const;
  const isDone = await storage.withLocalFile(keyOf(cleanPath(media.path)), async (file) =>
    withScratchFolder(storage, async (folder) => {
      const target = join(folder, 'converted');
      const given = { file, target, demuxer: source?.demuxer };
      const converted = await make(platform, media, given, context).catch((error: unknown) => {
        if (context.signal.aborted || !context.last) throw error;
        log.error({ err: error, mediaId: media.id }, "couldn't finish a video's conversion");
      });
      if (converted) {
        await storage.adopt(keyOf(media.path), target, { type: converted.type });
        return converted;
      }
      log.warn({ mediaId: media.id }, "couldn't convert a video, so it's there to download");
      await copyFile(file, target);
      await storage.adopt(keyOf(media.path), target, { type });
      return failed;
    }),
  );
  // Maybe it's still on its way to a new path.
  if (!isDone && !context.last) throw new Error('the video is missing');
  return isDone ?? { ...failed, unplayable: false };
}

/** The result may be larger than an upload, because H.264 takes more space than newer formats. */
const mostGrowth = 4;

/** The progress is stored at most this often, in milliseconds. */
const notedEveryMs = 1000;

/** @returns undefined if it can't be converted */
async function make(
  { processing, config, db, log }: Platform,
  media: MediaRow,
  { file, target, demuxer }: { file: string; target: string; demuxer: string | undefined },
  { signal }: JobContext,
): Promise<ConvertedMedia | undefined> {
  if (demuxer === undefined || !processing.ffmpeg.converts) return undefined;
  let notedAt = performance.now();
  const note = (progress: number) =>
    updateProgress(db.kysely, media.id, progress).catch((error: unknown) =>
      log.warn({ err: error, mediaId: media.id }, "couldn't note a conversion's progress"),
    );
  await note(0);
  const onProgress = (seconds: number) => {
    if (!media.duration || performance.now() - notedAt < notedEveryMs) return;
    notedAt = performance.now();
    void note(Math.min(99, Math.floor((100 * seconds) / media.duration)));
  };
  const pixels = (media.width ?? 0) * (media.height ?? 0);
  const maxBytes = mostGrowth * config.maxMediaSize;
  const video = { source: file, target, demuxer, pixels, maxBytes };
  if (!(await convertVideo(processing.ffmpeg, video, { signal, onProgress }))) return undefined;
  const probed = await processing.probe(target);
  if (!probed?.hasVideo) return undefined;
  const { width, height, duration } = probed;
  const { size: bytes } = await stat(target);
  return {
    ...{ type: 'video/mp4', bytes, width, height, duration: duration ?? media.duration },
    ...{ is_nsfw: media.is_nsfw, state: 'ready', unplayable: false },
  };
}
