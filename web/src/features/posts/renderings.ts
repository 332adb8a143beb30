import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { holdReason, mediaKind, seesHeldBack } from '#features/posts/posts.rules.ts';
import { mediaUrl } from '#platform/media.ts';

type Variants = MediaFile['variants'];

/**
 * The center column is at most 640 px wide; on phones, the margins and the card leave all but 60 px. The browser picks the rendering
 * that fits this and the screen's density.
 */
export const pictureSizes = '(min-width: 768px) 608px, calc(100vw - 60px)';

/** A picture's renderings by type, for a `<picture>`'s sources: the browser uses the first type it supports. */
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

/** The narrowest rendering's path, or `path` if there is none. */
export function smallestPath(variants: Variants, path: string): string {
  const smallest = variants.reduce<Variants[number] | undefined>(
    (least, next) => (least === undefined || next.width < least.width ? next : least),
    undefined,
  );
  return smallest?.path ?? path;
}

/** How many posts are at least partly visible on a screen when the first one has no picture. */
const postsOnScreen = 2;

/**
 * The preload attributes for the picture, or video poster, that a list of posts shows first. Undefined if the first screen has none, or
 * if it's held back.
 */
export function firstPicture(
  posts: readonly Pick<Post, 'files' | 'user'>[],
  viewer: Pick<User, 'username' | 'show_nsfw'>,
): Pick<HTMLLinkElement, 'href' | 'type' | 'imageSrcset' | 'imageSizes'> | { href: string } | undefined {
  const post = posts.slice(0, postsOnScreen).find(({ files: [first] }) => first && mediaKind(first) !== 'audio');
  const file = post?.files[0];
  if (post === undefined || file === undefined) return undefined;
  if (holdReason(file, seesHeldBack(viewer, post.user.username)) !== null) return undefined;
  if (mediaKind(file) === 'video') return file.poster === null ? undefined : { href: mediaUrl(file.poster) };
  const [best] = renderings(file.variants);
  const href = mediaUrl(smallestPath(file.variants, file.path));
  return best === undefined ? { href } : { href, type: best.type, imageSrcset: best.srcSet, imageSizes: pictureSizes };
}
