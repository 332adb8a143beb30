import type { GridPost } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { beforeAll, expect, test, vi } from 'vitest';

let firstTilePicture: typeof import('#features/profiles/tile-pictures.ts').firstTilePicture;
let tileSizes: string;
beforeAll(async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  ({ firstTilePicture, tileSizes } = await import('#features/profiles/tile-pictures.ts'));
});

const variant = (width: number) => ({ type: 'image/webp', path: `/a-${width}.webp`, width, height: width });
const picture = { type: 'image/jpeg', path: '/a.jpg', is_nsfw: false, state: 'ready', variants: [] };
const tile = (given: object): GridPost => ({ ...picture, ...given }) as unknown as GridPost;
const text = tile({ type: 'text/plain', path: '' });

test("preloads a grid's first picture, with the same choice of renderings as its tile", () => {
  expect(firstTilePicture([text, tile({ variants: [variant(640), variant(320)] }), tile({})], false)).toEqual({
    href: '/media/a-320.webp',
    type: 'image/webp',
    imageSrcset: '/media/a-640.webp 640w, /media/a-320.webp 320w',
    imageSizes: tileSizes,
  });
  expect(firstTilePicture([tile({})], false)).toEqual({ href: '/media/a.jpg' });
});

test("doesn't preload held-back media, or anything outside the first screen", () => {
  expect(firstTilePicture([tile({ is_nsfw: true })], false)).toBeUndefined();
  expect(firstTilePicture([tile({ is_nsfw: true })], true)).toBeDefined();
  expect(firstTilePicture([...Array<GridPost>(6).fill(text), tile({})], false)).toBeUndefined();
});
