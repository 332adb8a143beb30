import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import type { Virtualizer } from '@tanstack/react-virtual';
import { type FeedPosition, feedPosition } from '#features/posts/feed-position.ts';

type List = Virtualizer<Window, Element>;

/** How many posts are remembered, from the top of the screen down. */
const remembered = 10;
/**
 * Posts may still move after being drawn, as heights are measured and pictures and fonts load. The list counts as settled after this
 * many ms, with this many frames in a row without movement.
 */
const settling = 1_500;
const stillFrames = 20;

/**
 * The reader's position, based on what's on screen; undefined at the very top.
 * @param feed the element that contains the drawn posts
 * @param covered pixels at the top of the screen that cover the posts
 */
export function positionOn(
  feed: HTMLElement,
  posts: readonly Post[],
  covered: number,
): Omit<FeedPosition, 'heights'> | undefined {
  if (window.scrollY <= 0) return undefined;
  for (const item of feed.querySelectorAll<HTMLElement>(':scope > [data-index]')) {
    const { top, bottom } = item.getBoundingClientRect();
    if (bottom <= covered) continue;
    const above = Number(item.dataset.index);
    return { ids: posts.slice(above, above + remembered).map(({ post_id }) => post_id), top, above };
  }
  return undefined;
}

/** The heights of posts that have been drawn, by id. */
export function heightsIn(list: List): FeedPosition['heights'] {
  return Object.fromEntries(list.takeSnapshot().map(({ key, size }) => [String(key), size]));
}

/** Finds the saved position among the current posts and returns it with its index; undefined if none of its posts is left. */
export function positionAmong(posts: readonly Post[]): (FeedPosition & { index: number }) | undefined {
  const position = feedPosition();
  if (position === undefined) return undefined;
  const indexes = new Map(posts.map(({ post_id }, index) => [post_id, index]));
  const index = position.ids.map((id) => indexes.get(id)).find((found) => found !== undefined);
  return index === undefined ? undefined : { ...position, index };
}

/**
 * Puts a post back where it was on the screen and keeps it there until the list has settled or the reader scrolls. Returns a function
 * that stops this.
 * @param element returns the post's element, once it's drawn
 */
export function holdPosition(
  list: List,
  { index, top }: { index: number; top: number },
  element: () => HTMLElement | null | undefined,
): () => void {
  const until = performance.now() + settling;
  const events = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
  let frame = 0;
  let still = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const event of events) window.removeEventListener(event, stop);
  };
  const hold = () => {
    const drawn = element();
    const now = drawn
      ? drawn.getBoundingClientRect().top
      : (list.measurementsCache[index]?.start ?? 0) - window.scrollY;
    still += 1;
    if (Math.abs(now - top) >= 1) {
      still = 0;
      list.scrollToOffset(window.scrollY + now - top);
    }
    if (performance.now() < until || still < stillFrames) frame = requestAnimationFrame(hold);
    else stop();
  };
  for (const event of events) window.addEventListener(event, stop, { passive: true });
  hold();
  return stop;
}
