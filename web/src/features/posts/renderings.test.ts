import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { beforeAll, expect, test, vi } from 'vitest';

let firstPicture: typeof import('#features/posts/renderings.ts').firstPicture;
let pictureSizes: string;
beforeAll(async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  ({ firstPicture, pictureSizes } = await import('#features/posts/renderings.ts'));
});

const variant = (width: number) => ({ type: 'image/webp', path: `/a-${width}.webp`, width, height: width });
const picture = {
  type: 'image/jpeg',
  path: '/a.jpg',
  is_nsfw: false,
  state: 'ready',
  poster: null,
  variants: [variant(1280), variant(640)],
} as unknown as MediaFile;
const film = { ...picture, type: 'video/mp4', path: '/b.mp4', poster: '/b.jpg', variants: [] };
const sound = { ...picture, type: 'audio/mpeg', path: '/c.mp3', variants: [] };

test('the first picture is the one that the first card shows, with the choice that its card gives', () => {
  expect(firstPicture([{ files: [picture, film] }], false)).toEqual({
    href: '/media/a-640.webp',
    type: 'image/webp',
    imageSrcset: '/media/a-1280.webp 1280w, /media/a-640.webp 640w',
    imageSizes: pictureSizes,
  });
});

test('of a video it is the poster; words and sound leave the place to the next post', () => {
  expect(firstPicture([{ files: [] }, { files: [film] }], false)).toEqual({ href: '/media/b.jpg' });
  expect(firstPicture([{ files: [sound] }, { files: [picture] }], false)).toHaveProperty('imageSrcset');
  expect(firstPicture([{ files: [] }, { files: [] }, { files: [picture] }], false)).toBeUndefined();
  expect(firstPicture([{ files: [{ ...film, poster: null }] }], false)).toBeUndefined();
});

test('what is held back is not fetched', () => {
  const held = { ...picture, is_nsfw: true };
  expect(firstPicture([{ files: [held] }, { files: [picture] }], false)).toBeUndefined();
  expect(firstPicture([{ files: [held] }], true)).toBeDefined();
});
