import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { mediaUrl } from '#platform/media.ts';

type Variants = MediaFile['variants'];

/** The renderings of a picture by their type, for the sources of a `<picture>`: a browser takes the first that it can draw. */
export function renderings(variants: Variants): { type: string; srcSet: string }[] {
  const types = [...new Set(variants.map((variant) => variant.type))];
  return types.map((type) => ({
    type,
    srcSet: variants
      .filter((variant) => variant.type === type)
      .map((variant) => `${mediaUrl(variant.path)} ${variant.width}w`)
      .join(', '),
  }));
}

/** The path of the narrowest rendering, or `path` when there is none. */
export function smallestPath(variants: Variants, path: string): string {
  const smallest = variants.reduce<Variants[number] | undefined>(
    (least, next) => (least === undefined || next.width < least.width ? next : least),
    undefined,
  );
  return smallest?.path ?? path;
}
