import { invalid, unavailable } from '#platform/errors/errors.ts';
import { BadPictureError } from '#platform/media-processing/pictures.ts';
import type { Probed } from '#platform/media-processing/probe-process.ts';
import type { Platform } from '#platform/platform.ts';
import { type MediaType, soundOnlyType, typeOfExtension } from './media-types.rules.ts';
import { videoRefusal } from './recording.rules.ts';

/**
 * Decodes a picture and writes it again without metadata.
 * @throws {HttpError} 422 if it's damaged or too large to decode
 */
export async function checkPicture(
  { processing }: Platform,
  source: string,
  { type, target, ownerId }: { type: MediaType; target: string; ownerId: string },
) {
  try {
    const { extension } = type;
    const cleaned = await processing.pictures.clean({ source, target, extension, person: ownerId });
    return { file: target, ...cleaned, type: typeOfExtension(cleaned.extension) ?? type, duration: null };
  } catch (error) {
    if (error instanceof BadPictureError) throw invalid(error.message);
    throw error;
  }
}

/**
 * Checks anything but a picture; documents aren't looked into.
 * @throws {HttpError} 422 for a video or sound that's damaged or takes too much to decode, 503 if there was no time
 */
export async function checkOther(platform: Platform, path: string, type: MediaType) {
  if (type.kind === 'document') return { type, width: null, height: null, duration: null };
  return await checkRecording(platform, path, type);
}

async function checkRecording({ processing, log }: Platform, path: string, detected: MediaType) {
  const probed = await processing.probe(path).catch((error: unknown) => {
    log.error({ err: error }, "couldn't probe a recording");
    throw unavailable("We couldn't check this file in time. Try again in a moment.");
  });
  const type = probed && typeByContent(detected, probed);
  if (!type) throw invalid('This file is damaged: it has no picture or sound. Choose another one.');
  const refusal = probed.videos.map(videoRefusal).find((text) => text !== undefined);
  if (refusal !== undefined) throw invalid(refusal);
  const { width, height, duration } = probed;
  return { type, width, height, duration };
}

/** What a container turned out to be by its content; undefined: nothing that can be shown. */
function typeByContent(detected: MediaType, { hasVideo, hasAudio }: Probed): MediaType | undefined {
  if (detected.kind === 'audio') return hasAudio ? detected : undefined;
  if (hasVideo) return detected;
  return hasAudio ? soundOnlyType(detected) : undefined;
}
