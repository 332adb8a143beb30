import { expect, test } from 'vitest';
import { isAnimated } from '#features/posts/animations.ts';

const chunk = (type: string, length: number) => {
  const bytes = new Uint8Array(12 + length);
  new DataView(bytes.buffer).setUint32(0, length);
  bytes.set(new TextEncoder().encode(type), 4);
  return bytes;
};
const png = (...types: string[]) =>
  new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), ...types.map((type) => chunk(type, 13))]);
const webp = (flags: number) => new Blob(['RIFF\0\0\0\0WEBPVP8X\x0A\0\0\0', new Uint8Array([flags, 0, 0, 0])]);

test.each<[string, Blob, boolean]>([
  ['an animated PNG', png('IHDR', 'acTL', 'IDAT'), true],
  ['a PNG', png('IHDR', 'IDAT'), false],
  ['a PNG with the word in its data', png('IHDR', 'IDAT', 'acTL'), false],
  ['an animated WebP', webp(0x02), true],
  ['a WebP with transparency', webp(0x10), false],
  ['a moving GIF', new Blob(['GIF89a', new Uint8Array(7), '!\xFF\x0BNETSCAPE2.0']), true],
  ['a GIF', new Blob(['GIF89a', new Uint8Array(20)]), false],
  ['a JPEG', new Blob([new Uint8Array([0xff, 0xd8, 0xff])]), false],
  ['an empty file', new Blob([]), false],
])('%s would freeze as a JPEG, or not', async (_name, file, moves) => {
  expect(await isAnimated(file)).toBe(moves);
});
