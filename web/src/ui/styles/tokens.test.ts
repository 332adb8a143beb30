import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The custom properties in one of the sheet's blocks: lightness, chroma and hue. */
function tokensOf(selector: string): Record<string, [number, number, number]> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf('\n}', start));
  const found = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g);
  return Object.fromEntries([...found].map(([, name, l, c, h]) => [name, [Number(l), Number(c), Number(h)]]));
}

const dark = tokensOf(':root');
const themes = { dark, light: { ...dark, ...tokensOf(":root[data-theme='light']") } };

/** The relative luminance of an OKLCH color; the matrices are from https://bottosson.github.io/posts/oklab/. */
function luminance([lightness, chroma, hue]: [number, number, number]): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: [number, number, number], second: [number, number, number]): number {
  const [low, high] = [luminance(first), luminance(second)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['bg', 'surface', 'raised'];
const texts = ['text', 'muted', 'accent-text', 'danger-text', 'ok-text', 'downvote-text'];

/** WCAG 2.2, 1.4.3 (text: 4.5) and 1.4.11 (control borders: 3). */
const pairs: [front: string, ground: string, least: number][] = [
  ...texts.flatMap((text) => grounds.map((ground): [string, string, number] => [text, ground, 4.5])),
  ...grounds.map((ground): [string, string, number] => ['line-strong', ground, 3]),
  ['accent-ink', 'accent', 4.5],
  ['accent-ink', 'accent-hover', 4.5],
  ['danger-ink', 'danger', 4.5],
  ['danger-ink', 'danger-hover', 4.5],
  ['danger-text', 'danger-soft', 4.5],
  ['text', 'accent-soft', 4.5],
];

describe.each(Object.entries(themes))('contrast in the %s theme', (_, tokens) => {
  it.each(pairs)('%s on %s is at least %d', (front, ground, least) => {
    expect(contrast(tokens[front]!, tokens[ground]!)).toBeGreaterThanOrEqual(least);
  });
});
