import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type FixtureName, readFixture } from '../../../test/fixtures/fixtures.ts';
import { sniff } from './sniff.service.ts';

const typeOf = async (content: Buffer | string) => (await sniff(Readable.from([Buffer.from(content)]))).type?.mime;

describe('what a file is', () => {
  test.each<[FixtureName, string]>([
    ['phone.jpg', 'image/jpeg'],
    ['alpha.png', 'image/png'],
    ['animated.gif', 'image/gif'],
    ['animated.webp', 'image/webp'],
    ['still.avif', 'image/avif'],
    ['clip.mp4', 'video/mp4'],
    ['clip.webm', 'video/webm'],
    ['tone.mp3', 'audio/mpeg'],
    ['tone.m4a', 'audio/mp4'],
    ['tone.ogg', 'audio/ogg'],
    ['tone.wav', 'audio/wav'],
  ])('%s is %s', async (name, mime) => {
    expect(await typeOf(await readFixture(name))).toBe(mime);
  });

  test.each([
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['SVG with an XML declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['plain text', 'nothing to see'],
    ['a PDF', '%PDF-1.7\n%âãÏÓ'],
    ['an executable', '\x7fELF\x02\x01\x01'],
    ['a playlist that points a decoder at other files', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'],
    ['an archive', 'PK\x03\x04'],
  ])("%s isn't accepted", async (_name, content) => {
    expect(await typeOf(Buffer.from(content, 'latin1'))).toBeUndefined();
  });
});

test('the body comes back complete, however it was split', async () => {
  const content = await readFixture('clip.mp4');
  const chunks = Array.from({ length: 100 }, (_, index) => content.subarray(index * 1000, (index + 1) * 1000));
  const { body, empty } = await sniff(Readable.from(chunks.filter((chunk) => chunk.length > 0)));
  const back = [];
  for await (const chunk of body) back.push(chunk);
  expect(Buffer.concat(back).equals(content)).toBe(true);
  expect(empty).toBe(false);
});

test('no bytes at all count as empty', async () => {
  expect(await sniff(Readable.from([]))).toMatchObject({ empty: true, type: undefined });
});
