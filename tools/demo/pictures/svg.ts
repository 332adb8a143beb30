/** Number with one decimal, as SVG wants it. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

/** Tenths as SVG wants a share: 3.4 is 0.34. */
export const tenths = (value: number): string => (value / 10).toFixed(2);

export type Point = readonly [x: number, y: number];

export const path = (points: readonly Point[], close = true): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}${close ? 'Z' : ''}`;

/** A smooth line through the points (Catmull-Rom as Bézier curves). */
export function curve(points: readonly Point[], close = false): string {
  const at = (index: number): Point => {
    const count = points.length;
    const place = close ? (index + count) % count : Math.min(count - 1, Math.max(0, index));
    return points[place] ?? [0, 0];
  };
  const [startX, startY] = at(0);
  let text = `M${n(startX)} ${n(startY)}`;
  for (let index = 0; index < (close ? points.length : points.length - 1); index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    text += `C${n(from[0] + (to[0] - before[0]) / 6)} ${n(from[1] + (to[1] - before[1]) / 6)} `;
    text += `${n(to[0] - (after[0] - from[0]) / 6)} ${n(to[1] - (after[1] - from[1]) / 6)} ${n(to[0])} ${n(to[1])}`;
  }
  return close ? `${text}Z` : text;
}

type Stop = readonly [offset: number, colour: string, opacity?: number];

const stops = (list: readonly Stop[]) =>
  list
    .map(
      ([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('');

/** From top to bottom, unless told otherwise. */
export const linear = (id: string, list: readonly Stop[], [x1, y1, x2, y2] = [0, 0, 0, 1]): string =>
  `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops(list)}</linearGradient>`;

export const radial = (id: string, list: readonly Stop[]): string =>
  `<radialGradient id="${id}">${stops(list)}</radialGradient>`;

export const blur = (id: string, amount: number): string =>
  `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${n(amount)}"/></filter>`;

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" ${more}/>`;

export const circle = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}" ${more}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;

export const shape = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;

export const stroke = (d: string, colour: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

export const group = (content: string, more = ''): string => `<g ${more}>${content}</g>`;

export const document = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;

/** Calls `make` with 0 to `count` − 1 and joins what it gives. */
export const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: Math.max(0, Math.floor(count)) }, (_, index) => make(index)).join('');
