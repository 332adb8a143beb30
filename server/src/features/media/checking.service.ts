import { join } from 'node:path';
import { HttpError, invalid, unavailable, unsupportedMedia } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { UploadPurpose } from './media.rules.ts';
import { documentType, type MediaType, soundOnlyType, typeOfExtension } from './media-types.rules.ts';
import { isUnplayable, playablePlan } from './playable.rules.ts';
import { BadPictureError, UnreadablePictureError } from './processing/pictures.service.ts';
import type { Probed } from './processing/probe-process.service.ts';
import { videoRefusal } from './recording.rules.ts';

interface Received {
  type: MediaType;
  bytes: number;
  /** For temporary files. */
  folder: string;
  ownerId: string;
  purpose: UploadPurpose;
}

/**
 * Checks a file that has arrived. @returns which file to store, and what's known about it @throws {HttpError} 413, 415,
 * 422 or 503
 */
export async function checkFile(platform: Platform, upload: string, received: Received) {
  const { type, bytes, folder, ownerId, purpose } = received;
  const asIs = async (as: MediaType) => ({ file: upload, bytes, ...(await checkOther(platform, upload, as)) });
  if (type.kind !== 'image') return await asIs(type);
  try {
    return await checkPicture(platform, upload, {
      type,
      target: join(folder, 'cleaned'),
      isFile: purpose === 'attachment',
      ownerId,
    });
  } catch (error) {
    // Messages accept files of any type, including pictures that can't be shown.
    if (purpose === 'attachment' && error instanceof HttpError && error.status === 415) return await asIs(documentType);
    throw error;
  }
}

/**
 * Decodes a picture and re-encodes it without metadata.
 * @throws {HttpError} 422 if it's damaged or too large to decode, 415 for a HEIC that can't be decoded, and for a file
 * that's too large
 */
async function checkPicture(
  { processing }: Platform,
  source: string,
  { type, target, isFile, ownerId }: { type: MediaType; target: string; isFile: boolean; ownerId: string },
) {
  try {
    const { extension } = type;
    const cleaned = await processing.pictures.clean({ source, target, extension, isFile, person: ownerId });
    return { file: target, ...cleaned, type: typeOfExtension(cleaned.extension) ?? type, duration: null };
  } catch (error) {
    if (error instanceof UnreadablePictureError || (isFile && error instanceof BadPictureError && error.isTooLarge))
      throw unsupportedMedia(error.message);
    if (error instanceof BadPictureError) throw invalid(error.message);
    throw error;
  }
}

/**
 * Checks anything but a picture; documents aren't inspected.
 * @throws {HttpError} 422 for a video or sound that's damaged or takes too much to decode, 503 if there was no time
 */
async function checkOther(platform: Platform, path: string, type: MediaType) {
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
  return { ...madePlayable(type, probed, processing.converts), width, height, duration };
}

const mp4Type = typeOfExtension('mp4') as MediaType;

/** The type that a video is stored as: for one that browsers can't play, the type after conversion. */
function madePlayable(type: MediaType, probed: Probed, converts: boolean) {
  const { kind, extension } = type;
  if (kind !== 'video') return { type };
  const plan = playablePlan(extension, probed);
  if (plan === 'nothing') return { type };
  if (plan === 'rewrap' || converts) return { type: mp4Type, convertsFrom: extension };
  return { type, unplayable: isUnplayable(extension, probed) };
}

/** A container's type, detected from its content; undefined: it can't be shown. */
function typeByContent(detected: MediaType, { hasVideo, hasAudio }: Probed): MediaType | undefined {
  if (detected.kind === 'audio') return hasAudio ? detected : undefined;
  if (hasVideo) return detected;
  return hasAudio ? soundOnlyType(detected) : undefined;
}
