import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '#platform/platform.ts';
import { keyOf } from './media.rules.ts';
import { withScratchFolder } from './scratch.service.ts';

/** The queue for making icons; it belongs to no person. */
const person = 'icons';

/**
 * A stored picture as a square PNG for an app's icon.
 * @param icon `side` in pixels; `isMaskable`: systems cut off its edges, so it's smaller, on the picture's ground
 * @returns undefined: there's no such file
 */
export async function pictureAsIcon(
  { storage, processing }: Platform,
  path: string,
  icon: { side: number; isMaskable: boolean },
): Promise<Buffer | undefined> {
  return await storage.withLocalFile(keyOf(path), (source) =>
    withScratchFolder(storage, async (folder) => {
      const target = join(folder, 'icon');
      await processing.pictures.drawIcon({ source, target, ...icon, person });
      return await readFile(target);
    }),
  );
}
