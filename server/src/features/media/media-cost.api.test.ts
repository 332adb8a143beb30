import { describe, expect, test, vi } from 'vitest';
import { maxResidentBytes } from '#platform/media-processing/limited-process.ts';
import { interlacedPng, readFixture, readGreedyVideo } from '../../../test/fixtures/fixtures.ts';
import { testWorld } from '../../../test/harness.ts';
import { watchPeaks } from '../../../test/process-memory.ts';
import { receiveContent } from './media.factory.ts';

// 27-megapixel pictures, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

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
