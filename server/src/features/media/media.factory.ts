import { Readable } from 'node:stream';
import type { Platform } from '#platform/platform.ts';
import type { UploadPurpose } from './media.rules.ts';
import { attachMedia, type ReceivedMedia, receiveMedia } from './media.service.ts';

export interface MediaGiven {
  content: Buffer;
  ownerId: string;
  purpose?: UploadPurpose;
}

const pieceSize = 65_536;

/** A file as an upload delivers it, in 64 KB chunks (copies, because `receiveMedia` uses them up). Received, not attached. */
export async function receiveContent(
  platform: Platform,
  { content, ownerId, purpose = 'post' }: MediaGiven,
): Promise<ReceivedMedia> {
  const pieces = Array.from({ length: Math.ceil(content.length / pieceSize) }, (_, index) =>
    Buffer.from(content.subarray(index * pieceSize, (index + 1) * pieceSize)),
  );
  return await receiveMedia(platform, { file: Readable.from(pieces, { objectMode: false }) }, { ownerId, purpose });
}

/** An attached file; its renderings exist once the jobs have run. */
export async function createMedia(platform: Platform, given: MediaGiven): Promise<ReceivedMedia> {
  const media = await receiveContent(platform, given);
  await platform.db.transaction(async (tx) => await attachMedia(platform, tx, [media.id]));
  return media;
}
