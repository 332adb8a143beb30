import { isAnimated } from '#features/posts/animations.ts';
import { jpegName } from '#features/posts/composer.rules.ts';
import type { ConversionAnswer, ConversionRequest } from '#features/posts/image.worker.ts';
import { toJpeg } from '#features/posts/image-conversion.ts';
import { logError } from '#platform/log.ts';
import { isPictureFile } from '#ui/picture-files.rules.ts';

type Settle = (jpeg: Blob | undefined) => void;

/** Converts pictures off the main thread. One worker handles a batch and then ends. */
function startConverter() {
  const waiting = new Map<number, Settle>();
  const worker = new Worker(new URL('./image.worker.ts', import.meta.url), { type: 'module' });
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<ConversionAnswer>) => {
    waiting.get(data.id)?.(data.jpeg);
    waiting.delete(data.id);
  });
  worker.addEventListener('error', () => {
    for (const settle of waiting.values()) settle(undefined);
    waiting.clear();
  });
  return {
    convert: (picture: Blob) =>
      new Promise<Blob | undefined>((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        worker.postMessage({ id: last, picture } satisfies ConversionRequest);
      }),
    stop: () => worker.terminate(),
  };
}

async function onThisThread(picture: Blob): Promise<Blob | undefined> {
  try {
    return await toJpeg(picture);
  } catch (error) {
    logError("Couldn't convert a picture", error);
    return undefined;
  }
}

/**
 * Pictures are scaled down and converted to JPEG before the upload; video, audio and animations stay as they are. A picture the browser
 * can't read is sent unchanged, and the server decides about it. `onDone` is called after each file.
 */
export async function prepareMedia(files: readonly File[], onDone: () => void): Promise<File[]> {
  const withWorker = typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined';
  const converter = withWorker ? startConverter() : undefined;
  const prepared: File[] = [];
  try {
    for (const file of files) {
      const picture = isPictureFile(file) && !(await isAnimated(file));
      const jpeg = picture ? ((await converter?.convert(file)) ?? (await onThisThread(file))) : undefined;
      prepared.push(
        jpeg === undefined
          ? file
          : new File([jpeg], jpegName(file.name), { type: 'image/jpeg', lastModified: file.lastModified }),
      );
      onDone();
    }
  } finally {
    converter?.stop();
  }
  return prepared;
}
