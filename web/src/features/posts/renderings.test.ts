import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { beforeAll, expect, test, vi } from 'vitest';

let firstPicture: typeof import('#features/posts/renderings.ts').firstPicture;
let pictureSizes: string;
beforeAll(async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  ({ firstPicture, pictureSizes } = await import('#features/posts/renderings.ts'));
});

const user = { username: 'ada', name: null, profile_path: '/a.png' };
const viewer = { username: 'bob', show_nsfw: false };
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

test('preloads the picture that the first card shows, with the same choice of renderings', () => {
  expect(firstPicture([{ user, files: [picture, film] }], viewer)).toEqual({
    href: '/media/a-640.webp',
    type: 'image/webp',
    imageSrcset: '/media/a-1280.webp 1280w, /media/a-640.webp 640w',
    imageSizes: pictureSizes,
  });
});

test("uses a video's poster, and skips text and sound in favor of the next post", () => {
  expect(
    firstPicture(
      [
        { user, files: [] },
        { user, files: [film] },
      ],
      viewer,
    ),
  ).toEqual({ href: '/media/b.jpg' });
  expect(
    firstPicture(
      [
        { user, files: [sound] },
        { user, files: [picture] },
      ],
      viewer,
    ),
  ).toHaveProperty('imageSrcset');
  expect(
    firstPicture(
      [
        { user, files: [] },
        { user, files: [] },
        { user, files: [picture] },
      ],
      viewer,
    ),
  ).toBeUndefined();
  expect(firstPicture([{ user, files: [{ ...film, poster: null }] }], viewer)).toBeUndefined();
});

test("doesn't fetch held-back media, except for its author", () => {
  const held = { ...picture, is_nsfw: true };
  expect(
    firstPicture(
      [
        { user, files: [held] },
        { user, files: [picture] },
      ],
      viewer,
    ),
  ).toBeUndefined();
  expect(firstPicture([{ user, files: [held] }], { ...viewer, show_nsfw: true })).toBeDefined();
  expect(firstPicture([{ user, files: [held] }], { username: 'Ada', show_nsfw: false })).toBeDefined();
});
