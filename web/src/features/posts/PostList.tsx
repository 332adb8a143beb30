import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { estimateHeight, isAtBottom, isNearBottom, settleTime } from '#features/posts/feed.rules.ts';
import { saveFeedPosition, storeFeedPosition } from '#features/posts/feed-position.ts';
import { heightsIn, holdPosition, positionAmong, positionOn } from '#features/posts/hold-position.ts';
import { PostCard } from '#features/posts/PostCard.tsx';
import { isLong } from '#features/rich-text/public.ts';
import { useListBox } from '#platform/list-box.ts';
import { useShortcut } from '#platform/shortcuts.ts';
import { useTopBars } from '#platform/top-bars.ts';

const gap = 12;
/** How many posts are drawn beyond each end of the screen. */
const overscan = 3;
/** Milliseconds for which the first screen's posts and pictures have the connection to themselves. */
const headStart = 1500;

interface PostListProps {
  posts: readonly Post[];
  /** There's a next page, and nothing is loading. */
  mayLoad: boolean;
  onLoad: () => void;
  onComment: (post: Post) => void;
  busy: boolean;
}

function extent() {
  return { scrollY: window.scrollY, viewport: window.innerHeight, content: document.documentElement.scrollHeight };
}

/** Requests the next page near the bottom, 300 ms after scrolling stops; right away if the page isn't scrollable. */
function usePaging(count: number, mayLoad: boolean, onLoad: () => void): void {
  const load = useEffectEvent((reached: (at: ReturnType<typeof extent>) => boolean) => {
    if (mayLoad && reached(extent())) onLoad();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => load(isNearBottom), settleTime);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onScroll);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onScroll);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that came in, or the end of a call, is what the effect is for
  useEffect(() => load(isAtBottom), [count, mayLoad]);
}

/**
 * How many posts beyond the screen are drawn: none at first, so that the visible ones come first; the rest soon after, or right away
 * when the reader scrolls.
 */
function useOverscan(returning: boolean): number {
  const [ready, setReady] = useState(returning);
  useEffect(() => {
    if (ready) return;
    const begin = () => setReady(true);
    const timer = setTimeout(begin, headStart);
    const events = ['wheel', 'touchmove', 'keydown'] as const;
    for (const event of events) window.addEventListener(event, begin, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, begin);
    };
  }, [ready]);
  return ready ? overscan : 0;
}

type Virtualizer = ReturnType<typeof useWindowVirtualizer<Element>>;
type List = RefObject<HTMLDivElement | null>;

const itemIn = (list: List, index: number) => list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);

/** Keeps the reading position for the next visit and for a reload. */
function useSavedPosition(list: List, posts: readonly Post[], virtualizer: Virtualizer, topBar: number): void {
  const measurePosition = useEffectEvent(() => (list.current ? positionOn(list.current, posts, topBar) : undefined));
  useEffect(() => {
    saveFeedPosition(undefined);
    // By the time the list is unmounted the page has already scrolled, so use the position recorded last.
    let seen: ReturnType<typeof positionOn>;
    let frame = 0;
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (list.current !== null) seen = measurePosition();
      });
    };
    const now = () => seen && { ...seen, heights: heightsIn(virtualizer) };
    const store = () => storeFeedPosition(now());
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', store);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', store);
      saveFeedPosition(now());
    };
  }, [list, virtualizer]);
}

/** `j` and `k` go to the next and the previous post. */
function useKeys(list: List, count: number, virtualizer: Virtualizer, topBar: number): void {
  const articleAt = (index: number) => itemIn(list, index)?.querySelector<HTMLElement>(':scope > article');
  const move = (step: 1 | -1) => {
    const focused = document.activeElement?.closest('[data-index]')?.getAttribute('data-index');
    const line = window.scrollY + topBar + gap;
    const current =
      focused === null || focused === undefined
        ? virtualizer.getVirtualItems().find((item) => item.end > line)?.index
        : Number(focused);
    const isNew = focused === null || focused === undefined;
    const next = Math.min(count - 1, Math.max(0, (current ?? 0) + (isNew && step === 1 ? 0 : step)));
    virtualizer.scrollToIndex(next, { align: 'start' });
    let tries = 20;
    const focus = () => {
      const article = articleAt(next);
      tries -= 1;
      if (article !== null && article !== undefined) article.focus({ preventScroll: true });
      else if (tries > 0) requestAnimationFrame(focus);
    };
    requestAnimationFrame(focus);
  };
  useShortcut('j', () => move(1));
  useShortcut('k', () => move(-1));
}

/**
 * A list of any number of posts; only those near the screen are drawn. Its position is kept while another page is open, and `j` and `k`
 * move through the posts.
 */
export function PostList({ posts, mayLoad, onLoad, onComment, busy }: PostListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { top, width } = useListBox(list, { width: 600 });
  const topBar = useTopBars();
  // The saved position applies to this visit; a later change must not move the list under the reader.
  const [position] = useState(() => positionAmong(posts));

  const virtualizer = useWindowVirtualizer({
    count: posts.length,
    estimateSize: (index) => {
      const post = posts[index];
      return post === undefined ? 0 : (position?.heights[post.post_id] ?? estimateHeight(post, width, isLong));
    },
    getItemKey: (index) => posts[index]?.post_id ?? index,
    overscan: useOverscan(position !== undefined),
    gap,
    scrollMargin: top,
    scrollPaddingStart: topBar,
  });

  const drawn = virtualizer.getVirtualItems();

  useSavedPosition(list, posts, virtualizer, topBar);
  useEffect(() => {
    // Goes through the virtualizer, which would otherwise restore its own idea of the offset.
    if (position !== undefined) return holdPosition(virtualizer, position, () => itemIn(list, position.index));
    virtualizer.scrollToOffset(0);
    return undefined;
  }, [virtualizer, position]);

  usePaging(posts.length, mayLoad, onLoad);

  useKeys(list, posts.length, virtualizer, topBar);

  return (
    <div
      ref={list}
      role="feed"
      aria-label="Posts"
      aria-busy={busy}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {drawn.map((item) => {
        const post = posts[item.index];
        return (
          post !== undefined && (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${item.start - top}px)` }}
            >
              <PostCard post={post} onComment={onComment} eager={item.index === 0} position={item.index + 1} />
            </div>
          )
        );
      })}
    </div>
  );
}
