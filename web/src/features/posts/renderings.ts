import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { holdReason, mediaKind, seesHeldBack } from '#features/posts/posts.rules.ts';
import { mediaUrl } from '#platform/media.ts';

type Variants = MediaFile['variants'];

/** The centre column is at most 640 px wide; on a phone, margins and the card leave all but 60 px. A browser chooses the rendering that fits it and the density of the screen. */
export const pictureSizes = '(min-width: 768px) 608px, calc(100vw - 60px)';

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

/** How many posts a screen shows at least in part, when the first has no picture. */
const postsOnScreen = 2;

/**
 * The attributes of a preload for the picture, or the poster of the video, that a list of posts shows first. Undefined when the first screen has none, or
 * one that is held back.
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
