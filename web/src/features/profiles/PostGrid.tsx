import type { GridPost } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { columns, gap, tileSide } from '#features/profiles/grid.rules.ts';
import { PostTile } from '#features/profiles/PostTile.tsx';
import { useListBox } from '#platform/list-box.ts';
import { useShortcut } from '#platform/shortcuts.ts';
import { useTopBars } from '#platform/top-bars.ts';

/** The next page is requested when this many rows are left below the screen. */
const rowsAhead = 4;
const eagerTiles = 9;

interface PostGridProps {
  posts: readonly GridPost[];
  /** The total number of posts, loaded or not. */
  total: number;
  seesAll: boolean;
  /** There's a next page, and nothing is loading. */
  mayLoad: boolean;
  onLoad: () => void;
}

/** The grid's width, estimated before it's mounted; scrolling back to the saved position depends on it. */
function likelyWidth(): number {
  return Math.min(608, window.innerWidth - 24);
}

/** Square tiles, three per row; only those near the screen are drawn. `j` and `k` move through them. */
export function PostGrid({ posts, total, seesAll, mayLoad, onLoad }: PostGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const { top, width } = useListBox(list, { width: likelyWidth, follow: true });
  const side = tileSide(width);
  const topBar = useTopBars();
  const rows = Math.ceil(posts.length / columns);

  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => side,
    overscan: 3,
    gap,
    scrollMargin: top,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another width makes every row another height
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, side]);

  const drawn = virtualizer.getVirtualItems();
  const lastDrawn = drawn.at(-1)?.index ?? 0;
  const load = useEffectEvent(onLoad);
  useEffect(() => {
    if (mayLoad && lastDrawn >= rows - 1 - rowsAhead) load();
  }, [mayLoad, lastDrawn, rows]);

  const move = (step: 1 | -1) => {
    const focused = document.activeElement?.closest('[data-tile]')?.getAttribute('data-tile');
    const first = drawn.find((row) => row.end > window.scrollY + topBar)?.index ?? 0;
    const current = focused === null || focused === undefined ? first * columns - 1 : Number(focused);
    const next = Math.min(posts.length - 1, Math.max(0, current + step));
    // The neighbors of visible tiles are drawn too.
    const tile = list.current?.querySelector<HTMLElement>(`[data-tile="${next}"]`);
    tile?.querySelector<HTMLElement>(':scope > a')?.focus({ preventScroll: true });
    tile?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('j', () => move(1));
  useShortcut('k', () => move(-1));

  return (
    <ul
      ref={list}
      aria-label="Posts"
      className="relative"
      style={{ height: rows * side + Math.max(0, rows - 1) * gap }}
    >
      {drawn.flatMap((row) =>
        posts.slice(row.index * columns, (row.index + 1) * columns).map((post, column) => {
          const index = row.index * columns + column;
          return (
            <li
              key={post.post_id}
              data-tile={index}
              aria-posinset={index + 1}
              aria-setsize={Math.max(total, posts.length)}
              className="absolute top-0"
              // As fractions of the width, so that the grid fits before it's been measured.
              style={{
                left: `calc((100% + ${gap}px) * ${column} / ${columns})`,
                width: `calc((100% - ${gap * (columns - 1)}px) / ${columns})`,
                height: side,
                transform: `translateY(${row.start - top}px)`,
                scrollMarginTop: topBar,
              }}
            >
              <PostTile post={post} seesAll={seesAll} eager={index < eagerTiles} />
            </li>
          );
        }),
      )}
    </ul>
  );
}
