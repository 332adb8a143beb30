import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { frameAspect } from '#features/posts/posts.rules.ts';

/** The next page loads within this many pixels of the bottom … */
const loadWithin = 500;
/** … checked this many ms after scrolling stops. */
export const settleTime = 300;

interface Extent {
  scrollY: number;
  viewport: number;
  /** The page's height. */
  content: number;
}

/** Whether the reader is close enough to the bottom for the next page. */
export function isNearBottom({ scrollY, viewport, content }: Extent): boolean {
  return content - (scrollY + viewport) <= loadWithin;
}

/** Whether there's nothing left to scroll, so scrolling would never request the next page. */
export function isAtBottom({ scrollY, viewport, content }: Extent): boolean {
  return content - (scrollY + viewport) <= 1;
}

const chrome = 16 + 48 + 12 + 12 + 44 + 6 + 2;
const lineHeight = 24;
const letterWidth = 7.8;
const dotsHeight = 28;
const soundHeight = 78;
const linkHeight = 110;
const pollLine = 54;
const pollRest = 64;
const quoteHeight = 12 + 110;

/**
 * A post's estimated height in pixels, in a card of `width`. The scroll bar and the position of posts that haven't been drawn depend on
 * it.
 * @param folds whether a text is folded
 */
export function estimateHeight(
  post: Pick<Post, 'content' | 'files' | 'link'> & Partial<Pick<Post, 'poll' | 'quote'>>,
  width: number,
  folds: (text: string) => boolean,
): number {
  const inner = Math.max(200, width - 34);
  const letters = Math.max(10, Math.floor(inner / letterWidth));
  const lines = post.content
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil([...line].length / letters)), 0);
  const shownLines = folds(post.content) ? Math.min(lines, Math.max(6, Math.ceil(280 / letters))) + 1.5 : lines;
  const aspect = frameAspect(post.files);
  const frame = aspect === null ? soundHeight : inner / aspect;
  const besides = post.link ? linkHeight : 0;
  const media = post.files.length === 0 ? besides : 12 + frame + (post.files.length > 1 ? dotsHeight : 0);
  const poll = post.poll ? 12 + post.poll.choices.length * pollLine + pollRest : 0;
  return Math.round(chrome + shownLines * lineHeight + media + poll + (post.quote ? quoteHeight : 0));
}

/** Posts to load below a place, so that there's enough to scroll. */
const postsBelow = 5;
/** How many new posts may be above a place. If it isn't found within that many, its posts are gone. */
const mostNew = 300;

/** Whether a place in the feed hasn't been loaded yet but may still turn up. */
export function isMissing(
  posts: readonly Pick<Post, 'post_id'>[],
  place: { ids: readonly string[]; above: number },
): boolean {
  const index = posts.findIndex(({ post_id }) => place.ids.includes(post_id));
  return index < 0 ? posts.length < place.above + mostNew : posts.length <= index + postsBelow;
}

/** The pages' posts in order, each once, without deleted ones. */
export function feedPosts(pages: readonly (readonly Post[])[], deleted: ReadonlySet<string>): Post[] {
  const seen = new Set(deleted);
  return pages.flat().filter(({ post_id }) => {
    if (seen.has(post_id)) return false;
    seen.add(post_id);
    return true;
  });
}

/** The feed's pages with a newly shared post on top; undefined if the feed hasn't been loaded. */
export function withNewPost<Page extends { posts: Post[] }, Feed extends { pages: Page[] }>(
  feed: Feed | undefined,
  post: Post,
): Feed | undefined {
  const [first, ...others] = feed?.pages ?? [];
  if (feed === undefined || first === undefined) return feed;
  return { ...feed, pages: [{ ...first, posts: [post, ...first.posts] }, ...others] };
}
