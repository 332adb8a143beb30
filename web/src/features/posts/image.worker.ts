import { toJpeg } from '#features/posts/image-conversion.ts';

/** What the page sends, and what it gets back under the same number: the JPEG, or nothing when the picture cannot be read. */
export interface ConversionRequest {
  id: number;
  picture: Blob;
}
export interface ConversionAnswer {
  id: number;
  jpeg: Blob | undefined;
}

self.addEventListener('message', ({ data }: MessageEvent<ConversionRequest>) => {
  const answer = (jpeg: Blob | undefined) => self.postMessage({ id: data.id, jpeg } satisfies ConversionAnswer);
  toJpeg(data.picture).then(answer, () => answer(undefined));
});
