import type { GridPost } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { withoutSigns } from '@hubbub/contract/platform/formatting.ts';

/** What a grid tile shows. */
export type TileKind = 'image' | 'video' | 'audio' | 'text' | 'other';

export const columns = 3;
/** Pixels between two tiles. */
export const gap = 4;

/**
 * A post without media has the type "text/plain" and no path. A video is recognized by its
 * type or by ".mp4".
 */
export function tileKind({ type, path }: Pick<GridPost, 'type' | 'path'>): TileKind {
  if (type.startsWith('video') || path.endsWith('.mp4')) return 'video';
  if (type.startsWith('image')) return 'image';
  if (type.startsWith('audio')) return 'audio';
  return type === 'text/plain' ? 'text' : 'other';
}

/** Why a tile is blurred. */
export type TileHold = 'nsfw' | 'processing' | 'failed';

/**
 * An NSFW post's pictures and videos are blurred unless the viewer sees everything (`seesHeldBack`). Media that
 * hasn't been checked yet, or couldn't be, is held back the same way. Sounds and texts have nothing to blur.
 */
export function tileHold(
  post: Pick<GridPost, 'type' | 'path' | 'is_nsfw' | 'state'>,
  seesAll: boolean,
): TileHold | null {
  if (seesAll || !post.is_nsfw) return null;
  const kind = tileKind(post);
  if (kind !== 'image' && kind !== 'video') return null;
  return post.state === 'processing' || post.state === 'failed' ? post.state : 'nsfw';
}

export const holdWords: Record<TileHold, string> = {
  nsfw: 'Sensitive content',
  processing: 'Being checked',
  failed: 'Not checked',
};

/** Whether some of a page's media is still being processed and will change. */
export function hasUnready(posts: readonly Pick<GridPost, 'state'>[]): boolean {
  return posts.some((post) => post.state === 'processing');
}

const kindWords: Record<TileKind, string> = {
  image: 'Picture',
  video: 'Video',
  audio: 'Sound',
  text: 'Text',
  other: 'Unsupported media type',
};
const excerptLength = 180;

/** The start of a text without the signs of its formatting, as much as fits on a tile. Screen readers get the same text. */
export function tileText(content: string): string {
  const letters = [...withoutSigns(content).trim()];
  return letters.length > excerptLength ? `${letters.slice(0, excerptLength).join('').trimEnd()}…` : letters.join('');
}

/** A tile's label for screen readers: the kind, how many files, whether it's held back, and the start of the text. */
export function tileLabel(
  post: Pick<GridPost, 'type' | 'path' | 'is_nsfw' | 'state' | 'content' | 'file_count'>,
  seesAll: boolean,
) {
  const excerpt = tileText(post.content).replace(/\s+/g, ' ');
  const more = post.file_count > 1 ? `, first of ${post.file_count} files` : '';
  const hold = tileHold(post, seesAll);
  const held = hold === null ? '' : `, ${holdWords[hold].toLowerCase()}`;
  const what = kindWords[tileKind(post)] + more + held;
  return excerpt === '' ? what : `${what}: ${excerpt}`;
}

interface Page {
  posts: readonly GridPost[];
  post_count: number;
}

/** The pages' posts in order, each once, without deleted ones. */
export function gridPosts(pages: readonly Page[], deleted: ReadonlySet<string>): GridPost[] {
  const seen = new Set(deleted);
  return pages
    .flatMap((page) => page.posts)
    .filter(({ post_id }) => {
      if (seen.has(post_id)) return false;
      seen.add(post_id);
      return true;
    });
}

/** The first page's count, minus loaded posts that the viewer has deleted since. */
export function postCount(pages: readonly Page[], deleted: ReadonlySet<string>): number {
  const gone = new Set(pages.flatMap((page) => page.posts.map((post) => post.post_id)).filter((id) => deleted.has(id)));
  return Math.max(0, (pages[0]?.post_count ?? 0) - gone.size);
}

/** "1 post", "1,204 posts". */
export function postCountText(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'post' : 'posts'}`;
}

/** The side of a square tile in a grid that's `width` pixels wide. */
export function tileSide(width: number): number {
  return Math.max(0, (width - gap * (columns - 1)) / columns);
}
