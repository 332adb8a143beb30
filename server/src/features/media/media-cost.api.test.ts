import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { interlacedPng, readFixture, readGreedyVideo } from '../../../test/fixtures/fixtures.ts';
import { testWorld } from '../../../test/harness.ts';
import { watchPeaks } from '../../../test/process-memory.ts';
import { receiveContent } from './media.factory.ts';
import { mediaFilesOf } from './media.service.ts';
import { maxResidentBytes } from './processing/limited-process.service.ts';

// 27-megapixel pictures, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 });

/** How much one file may grow the process that serves people. */
const maxGrowth = 64 * 2 ** 20;

const world = await testWorld({ ownProcessing: true });
const ada = await world.person('ada');

const post = async (files: readonly Buffer<ArrayBuffer>[]) => {
  const form = new FormData();
  form.set('content', 'hello');
  for (const file of files) form.append('files', new Blob([file]), 'file');
  return await ada.upload('/v1/posts', form);
};

describe("the cost of a file is known before it's decoded", () => {
  test('refuses a video of 8000 × 8000 pixels with 16 reference frames, with an explanation', async () => {
    const { status, body } = await post([await readGreedyVideo(8000)]);
    expect(status).toBe(422);
    expect(body.error).toMatch(/8000 × 8000 pixels.*36 million.*lower resolution/);
  });

  test('refuses one within the 36 megapixels because of its reference frames', async () => {
    const { status, body } = await post([await readGreedyVideo(6000)]);
    expect(status).toBe(422);
    expect(body.error).toMatch(/16 reference frames takes 972 MB of memory/);
  });

  test.each(['post', 'profile', 'message'] as const)(
    'refuses an interlaced picture of 7200 × 7200 pixels with 16 bits per channel as a %s picture',
    async (purpose) => {
      const content = interlacedPng(7200, 16);
      expect(content.length).toBeLessThan(700_000);
      const receiving = receiveContent(world.platform, { content, ownerId: ada.user_id, purpose });
      await expect(receiving).rejects.toMatchObject({
        status: 422,
        message: expect.stringMatching(/415 MB of memory/),
      });
    },
  );
});

/** A picture of one color, without keeping it in memory. */
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' }, limitInputPixels: false });

const sizeOf = async (purpose: 'post' | 'attachment', content: Buffer) => {
  const { id } = await receiveContent(world.platform, { content, ownerId: ada.user_id, purpose });
  const [file] = await mediaFilesOf(world.platform.db.kysely, [id]);
  return file && `${file.width} × ${file.height}, ${file.type}`;
};

describe('pictures that are too large to be decoded in full', () => {
  test.each<[string, () => Promise<Buffer>, string, string]>([
    [
      'a panorama of 63 megapixels',
      () => plain(16_382, 3840).jpeg().toBuffer(),
      '8191 × 1920, image/jpeg',
      '16382 × 3840, image/jpeg',
    ],
    [
      "a phone's picture of 108 megapixels",
      () => plain(12_000, 9000).jpeg().toBuffer(),
      '6000 × 4500, image/jpeg',
      '12000 × 9000, image/jpeg',
    ],
    [
      "a phone's picture of 108 megapixels, stored on its side",
      () => plain(12_000, 9000).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      '4500 × 6000, image/jpeg',
      '4500 × 6000, image/jpeg',
    ],
    [
      'a progressive one of 108 megapixels, stored on its side',
      () => plain(12_000, 9000).withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer(),
      '2250 × 3000, image/jpeg',
      '2250 × 3000, image/jpeg',
    ],
    [
      'a WebP of 63 megapixels without loss',
      () => plain(16_382, 3840).webp({ lossless: true, effort: 0 }).toBuffer(),
      '4095 × 960, image/webp',
      '4095 × 960, image/webp',
    ],
  ])(
    '%s is made smaller while it is decoded, and stays as large as possible as a file',
    async (_, make, shown, whole) => {
      const content = await make();
      const peaks = watchPeaks();
      expect([await sizeOf('post', content), await sizeOf('attachment', content)]).toEqual([shown, whole]);
      if (process.platform === 'linux') expect(peaks.end().children).toBeLessThanOrEqual(maxResidentBytes);
    },
  );

  test("are documents when sent as files, and aren't decoded", async () => {
    const content = await readFixture('bomb.png');
    expect(await sizeOf('attachment', content)).toBe('null × null, application/octet-stream');
  });

  test("a picture isn't refused because of one before it", async () => {
    for (const [side, depth] of [
      [5600, 16],
      [7200, 8],
      [5600, 16],
      [7200, 8],
    ] as const) {
      expect(await sizeOf('post', interlacedPng(side, depth))).toBe(`${side} × ${side}, image/png`);
    }
  });

  test('a damaged one is still reported as damaged', async () => {
    await expect(sizeOf('post', await readFixture('truncated.jpg'))).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(/damaged/),
    });
  });
});

describe.skipIf(process.platform !== 'linux')('where the system reports the memory of processes', () => {
  test('large pictures are decoded within 512 MB, outside the processes that serve people', async () => {
    const [picture, refused] = [interlacedPng(5200, 8), interlacedPng(7200, 16)];
    expect((await post([await readFixture('alpha.png')])).status).toBe(201);
    const peaks = watchPeaks();
    const answers = await Promise.all([post([picture]), post([picture]), post([refused]), post([refused])]);
    await world.runJobs();
    const { ownGrowth, children } = peaks.end();
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 422, 422]);
    expect(children).toBeGreaterThan(150 * 2 ** 20);
    expect(children).toBeLessThanOrEqual(maxResidentBytes);
    expect(ownGrowth).toBeLessThan(maxGrowth);
  });
});
