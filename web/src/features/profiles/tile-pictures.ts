import type { GridPost } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { renderings, smallestPath } from '#features/posts/public.ts';
import { columns, tileHold, tileKind } from '#features/profiles/grid.rules.ts';
import { mediaUrl } from '#platform/media.ts';

/** A third of the center column, which is at most 640 px wide. */
export const tileSizes = '(min-width: 768px) 203px, 33vw';

/** How many rows of the grid are at least partly visible on a screen. */
const rowsOnScreen = 2;

/** The preload attributes for the first picture in a profile's grid. Undefined if the first screen shows none. */
export function firstTilePicture(
  posts: readonly GridPost[],
  seesAll: boolean,
): Pick<HTMLLinkElement, 'href' | 'type' | 'imageSrcset' | 'imageSizes'> | { href: string } | undefined {
  const post = posts
    .slice(0, rowsOnScreen * columns)
    .find((one) => tileKind(one) === 'image' && tileHold(one, seesAll) === null);
  if (post === undefined) return undefined;
  const [best] = renderings(post.variants);
  const href = mediaUrl(smallestPath(post.variants, post.path));
  return best === undefined ? { href } : { href, type: best.type, imageSrcset: best.srcSet, imageSizes: tileSizes };
}
