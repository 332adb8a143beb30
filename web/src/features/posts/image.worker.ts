import { toJpeg } from '#features/posts/image-conversion.ts';

/** What the page sends, and the reply with the same number: the JPEG, or nothing if the picture can't be read. */
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
