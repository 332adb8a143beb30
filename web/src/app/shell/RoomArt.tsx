import type { ReactNode } from 'react';

/** A tile's side in the drawing's own units. */
const side = 160;

type Background = 'accent' | 'cream' | 'clay' | 'wine' | 'night' | 'sky';

const backgrounds: Record<Background, string> = {
  accent: 'fill-accent',
  cream: 'fill-art-cream',
  clay: 'fill-art-clay',
  wine: 'fill-art-wine',
  night: 'fill-art-night',
  sky: 'fill-downvote',
};

const shapes = {
  smile: (
    <>
      <circle cx="80" cy="84" r="52" className="fill-art-cream" />
      <path d="M28 84a52 52 0 0 1 104 0c-18-4-26-14-30-26-14 16-40 26-74 26Z" className="fill-art-ink" />
      <circle cx="62" cy="96" r="6" className="fill-art-ink" />
      <circle cx="98" cy="96" r="6" className="fill-art-ink" />
      <path d="M64 113c8 9 24 9 32 0" className="fill-none stroke-art-ink" strokeWidth="6" strokeLinecap="round" />
    </>
  ),
  glasses: (
    <>
      <path d="M30 160V82a50 50 0 0 1 100 0v78Z" className="fill-art-clay" />
      <circle cx="60" cy="88" r="17" className="fill-art-cream stroke-art-ink" strokeWidth="6" />
      <circle cx="100" cy="88" r="17" className="fill-art-cream stroke-art-ink" strokeWidth="6" />
      <circle cx="64" cy="88" r="6" className="fill-art-ink" />
      <circle cx="104" cy="88" r="6" className="fill-art-ink" />
      <path d="M70 124h22" className="stroke-art-ink" strokeWidth="6" strokeLinecap="round" />
    </>
  ),
  singer: (
    <>
      <circle cx="80" cy="86" r="52" className="fill-art-cream" />
      <circle cx="40" cy="44" r="20" className="fill-art-ink" />
      <circle cx="80" cy="32" r="22" className="fill-art-ink" />
      <circle cx="120" cy="44" r="20" className="fill-art-ink" />
      <path
        d="M52 80c4-7 14-7 18 0M90 80c4-7 14-7 18 0"
        className="fill-none stroke-art-ink"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <ellipse cx="80" cy="110" rx="16" ry="18" className="fill-art-wine" />
    </>
  ),
  bubble: (
    <path
      d="M24 40a16 16 0 0 1 16-16h80a16 16 0 0 1 16 16v56a16 16 0 0 1-16 16H84l-30 28a4 4 0 0 1-7-3v-25h-7a16 16 0 0 1-16-16Z"
      className="fill-art-ink"
    />
  ),
  typing: (
    <>
      <path
        d="M136 44a18 18 0 0 0-18-18H42a18 18 0 0 0-18 18v50a18 18 0 0 0 18 18h36l28 26a4 4 0 0 0 7-3v-23h5a18 18 0 0 0 18-18Z"
        className="fill-art-cream"
      />
      <circle cx="54" cy="69" r="8" className="fill-art-ink" />
      <circle cx="80" cy="69" r="8" className="fill-art-ink" />
      <circle cx="106" cy="69" r="8" className="fill-art-ink" />
    </>
  ),
  picture: (
    <>
      <circle cx="112" cy="46" r="20" className="fill-accent" />
      <path d="M0 160v-34l46-50 40 42 24-22 50 46v18Z" className="fill-art-ink" />
    </>
  ),
  play: (
    <>
      <circle cx="80" cy="80" r="54" className="fill-art-ink" />
      <path
        d="M66 54.500a5 5 0 0 1 7.500-4.300l41 25.500a5 5 0 0 1 0 8.600l-41 25.500a5 5 0 0 1-7.500-4.300Z"
        className="fill-art-cream"
      />
    </>
  ),
  sound: (
    <g className="stroke-art-cream" strokeWidth="13" strokeLinecap="round">
      <path d="M28 70v20M54 48v64M80 28v104M106 56v48M132 68v24" />
    </g>
  ),
  echo: (
    <g className="fill-none stroke-art-cream" strokeWidth="15">
      <path d="M0 46a114 114 0 0 1 114 114M0 82a78 78 0 0 1 78 78" />
      <path d="M0 118a42 42 0 0 1 42 42" className="stroke-accent" />
    </g>
  ),
  vote: (
    <path
      d="M76 24.500a5 5 0 0 1 8 0l47 56a5 5 0 0 1-4 8.500h-24v42a7 7 0 0 1-7 7H64a7 7 0 0 1-7-7V89H33a5 5 0 0 1-4-8.500Z"
      className="fill-art-cream"
    />
  ),
  pair: (
    <>
      <circle cx="58" cy="92" r="42" className="fill-accent" />
      <path
        d="M60 66a42 42 0 1 1 80 18c-3 6-2 11 0 19 1 4-2 6-5 5l-17-4a42 42 0 0 1-58-38Z"
        className="fill-art-cream"
      />
      <circle cx="88" cy="66" r="5" className="fill-art-ink" />
      <circle cx="114" cy="66" r="5" className="fill-art-ink" />
    </>
  ),
  look: (
    <>
      <path
        d="M16 84a34 34 0 0 1 64 0 34 34 0 0 1 64 0 34 34 0 0 1-64 0 34 34 0 0 1-64 0Z"
        className="fill-art-cream"
      />
      <circle cx="58" cy="84" r="13" className="fill-art-ink" />
      <circle cx="122" cy="84" r="13" className="fill-art-ink" />
    </>
  ),
} satisfies Record<string, ReactNode>;

/** Row by row; a narrow drawing uses the first tiles. */
const tiles: readonly (readonly [Background, keyof typeof shapes])[] = [
  ['night', 'typing'],
  ['accent', 'bubble'],
  ['wine', 'smile'],
  ['sky', 'play'],
  ['clay', 'sound'],
  ['cream', 'picture'],
  ['accent', 'singer'],
  ['night', 'vote'],
  ['cream', 'glasses'],
  ['wine', 'look'],
  ['accent', 'play'],
  ['sky', 'singer'],
  ['night', 'pair'],
  ['clay', 'echo'],
  ['sky', 'smile'],
  ['cream', 'bubble'],
  ['wine', 'sound'],
  ['accent', 'glasses'],
  ['clay', 'typing'],
  ['night', 'look'],
];

interface RoomArtProps {
  columns: number;
  rows: number;
  className?: string | undefined;
}

/** A crowded room as a wall of tiles: people, what they say and what they share. Fills its box; decorative only. */
export function RoomArt({ columns, rows, className }: RoomArtProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${columns * side} ${rows * side}`}
      preserveAspectRatio="xMidYMid slice"
      className={className}
    >
      {/* Slightly larger than a tile, so that no seam shows when an edge falls between two pixels. */}
      <clipPath id="room-tile">
        <rect width={side + 1} height={side + 1} />
      </clipPath>
      {tiles.slice(0, columns * rows).map(([background, shape], index) => {
        const x = (index % columns) * side;
        const y = Math.floor(index / columns) * side;
        return (
          <g key={`${x}-${y}`} transform={`translate(${x} ${y})`} clipPath="url(#room-tile)">
            <rect width={side + 1} height={side + 1} className={backgrounds[background]} />
            {shapes[shape]}
          </g>
        );
      })}
    </svg>
  );
}
