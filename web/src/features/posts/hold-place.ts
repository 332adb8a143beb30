import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import type { Virtualizer } from '@tanstack/react-virtual';
import { type FeedPlace, feedPlace } from '#features/posts/feed-place.ts';

type List = Virtualizer<Window, Element>;

/** Posts that are remembered from the top of the screen on. */
const remembered = 10;
/** What is drawn may still move: heights are measured, pictures and fonts come in. It's settled after so many ms, and so many frames in a row without a move. */
const settling = 1_500;
const stillFrames = 20;

/**
 * Where the reader is, by what's on the screen; undefined at the very top.
 * @param feed the element with the posts that are drawn
 * @param covered pixels at the top of the screen that lie over the posts
 */
export function placeOn(
  feed: HTMLElement,
  posts: readonly Post[],
  covered: number,
): Omit<FeedPlace, 'heights'> | undefined {
  if (window.scrollY <= 0) return undefined;
  for (const item of feed.querySelectorAll<HTMLElement>(':scope > [data-index]')) {
    const { top, bottom } = item.getBoundingClientRect();
    if (bottom <= covered) continue;
    const above = Number(item.dataset.index);
    return { ids: posts.slice(above, above + remembered).map(({ post_id }) => post_id), top, above };
  }
  return undefined;
}

/** How high posts are that have been drawn, by their ids. */
export function heightsIn(list: List): FeedPlace['heights'] {
  return Object.fromEntries(list.takeSnapshot().map(({ key, size }) => [String(key), size]));
}

/** The kept place among the posts that are there now, and which of them it is; undefined when none of its posts is left. */
export function placeAmong(posts: readonly Post[]): (FeedPlace & { index: number }) | undefined {
  const place = feedPlace();
  if (place === undefined) return undefined;
  const indexes = new Map(posts.map(({ post_id }, index) => [post_id, index]));
  const index = place.ids.map((id) => indexes.get(id)).find((found) => found !== undefined);
  return index === undefined ? undefined : { ...place, index };
}

/**
 * Puts a post where it was on the screen and keeps it there until the list has settled, or the reader scrolls. Returns what stops it.
 * @param element of the post, once it's drawn
 */
export function holdPlace(
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
