import { useEffect, useRef, useState } from 'react';
import { bestGrid } from '#features/meetings/layout.rules.ts';
import { Tile, type TileOf } from '#features/meetings/Tile.tsx';

/** An element's size in pixels. */
function useSize<T extends HTMLElement>() {
  const element = useRef<T>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, size] as const;
}

/** All the same size, as large as will fit. */
function Even({ tiles }: { tiles: readonly TileOf[] }) {
  const [area, { width, height }] = useSize<HTMLUListElement>();
  const grid = bestGrid(tiles.length, width, height);
  const avatarSize = Math.max(48, Math.min(144, Math.round(Math.min(grid.width, grid.height) * 0.4)));
  return (
    <ul
      ref={area}
      aria-label="People in the meeting"
      className="flex size-full flex-wrap content-center justify-center gap-2 overflow-hidden"
    >
      {tiles.map((tile) => (
        <Tile key={tile.id} tile={tile} avatarSize={avatarSize} style={{ width: grid.width, height: grid.height }} />
      ))}
    </ul>
  );
}

/** One large tile, with the others in a strip beside it; below it on phones. */
function Stage({ large, others }: { large: TileOf; others: readonly TileOf[] }) {
  return (
    <ul
      aria-label="People in the meeting"
      className="flex size-full flex-col gap-2 overflow-hidden md:grid md:grid-cols-[1fr_200px]"
    >
      <Tile tile={large} className="min-h-0 flex-1 md:row-span-full md:h-full" />
      <li className="w-full min-w-0 shrink-0 md:h-full md:overflow-y-auto">
        <ul aria-label="Others" className="flex gap-2 overflow-x-auto md:flex-col md:overflow-x-visible">
          {others.map((tile) => (
            <Tile key={tile.id} tile={tile} avatarSize={48} className="aspect-video w-36 shrink-0 md:w-full" />
          ))}
        </ul>
      </li>
    </ul>
  );
}

/** Two people: the other one fills the space, the person's own tile is small in a corner. */
function Pair({ other, own }: { other: TileOf; own: TileOf }) {
  return (
    <ul aria-label="People in the meeting" className="relative size-full">
      <Tile tile={other} avatarSize={144} className="size-full" />
      <Tile
        tile={own}
        avatarSize={56}
        className="absolute! right-3 bottom-3 aspect-[3/4] w-28 shadow-float ring-2 ring-bg sm:aspect-video sm:w-56"
      />
    </ul>
  );
}

/** The people in a meeting, from one to eight, in the layout that shows the most of them. */
export function TileGrid({ tiles }: { tiles: readonly TileOf[] }) {
  const shared = tiles.find(({ isScreen, isOwn }) => isScreen && !isOwn) ?? tiles.find(({ isScreen }) => isScreen);
  if (shared !== undefined && tiles.length > 1) {
    return <Stage large={shared} others={tiles.filter((tile) => tile !== shared)} />;
  }
  const [first, second] = tiles;
  const own = tiles.find(({ isOwn }) => isOwn);
  if (tiles.length === 2 && own !== undefined && first !== undefined && second !== undefined) {
    return <Pair own={own} other={own === first ? second : first} />;
  }
  return <Even tiles={tiles} />;
}
