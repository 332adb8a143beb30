import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Platform } from '#platform/platform.ts';
import { insertLinkPicture } from './link-pictures.queries.ts';
import { isNsfw, keyOf, originalPath } from './media.rules.ts';
import { BadPictureError } from './processing/pictures.service.ts';
import { TooManyWaitingError } from './processing/slots.service.ts';
import { withScratchFolder } from './scratch.service.ts';
import { sniff } from './sniff.service.ts';

/**
 * Pixels: a picture with a side below the first is a button or a counter; the second is the shorter side of what's
 * stored.
 */
const leastSide = 64;
const maxSide = 480;

/** The queue for fetching pictures; it belongs to no person. */
const person = 'link-pictures';

/**
 * Stores the picture of a page that a text links to. Its type is detected from its content, only its first frame is
 * kept, small and without metadata, and explicit pictures are left out. It's kept as long as a text's preview names its
 * path.
 * @returns the path; undefined: it can't be shown
 */
export async function keepLinkPicture(platform: Platform, bytes: Buffer): Promise<string | undefined> {
  const { storage, processing, db, clock } = platform;
  const { type, body } = await sniff(Readable.from([bytes]));
  await body[Symbol.asyncIterator]().return?.();
  if (type?.kind !== 'image') return undefined;
  return await withScratchFolder(storage, async (folder) => {
    const [source, cleaned, still, small] = ['source', 'cleaned', 'still', 'small'].map((name) =>
      join(folder, name),
    ) as [string, string, string, string];
    await writeFile(source, bytes);
    try {
      const { pictures } = processing;
      const { width, height } = await pictures.clean({ source, target: cleaned, extension: type.extension, person });
      if (Math.min(width, height) < leastSide) return undefined;
      const { samples } = await pictures.detailStills([cleaned], still);
      if (isNsfw(await Promise.all(samples.map((sample) => processing.classify(sample))))) return undefined;
      await pictures.shrink({ source: still, target: small, side: maxSide, person });
    } catch (error) {
      if (error instanceof BadPictureError || error instanceof TooManyWaitingError) return undefined;
      throw error;
    }
    const path = originalPath(randomBytes(16).toString('hex'), 'post', 'webp', '');
    await insertLinkPicture(db.kysely, path, clock.now());
    await storage.adopt(keyOf(path), small, { type: 'image/webp' });
    return path;
  });
}
