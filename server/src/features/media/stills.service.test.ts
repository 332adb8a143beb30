import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type FixtureName, fixturePath } from '../../../test/fixtures/fixtures.ts';
import { bundledFfmpeg, type Ffmpeg, openFfmpeg } from './processing/ffmpeg.service.ts';
import { takeStills } from './stills.service.ts';

// Decoders are reniced when the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

const never = new AbortController().signal;

const program = 'ffmpeg';

function hasProgram(): boolean {
  try {
    execFileSync(program, ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const take = async (ffmpeg: Ffmpeg, name: FixtureName, demuxer: string, exact: boolean, signal = never) => {
  const folder = await mkdtemp(join(tmpdir(), 'stills-'));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const stills = [0.5, 1.5, 600].map((second) => ({ second, target: join(folder, String(second)) }));
  const written = await takeStills(ffmpeg, { path: fixturePath(name), demuxer, stills, width: 320, exact }, signal);
  return await Promise.all(written.map(async (path) => await readFile(path)));
};

const engines: [string, () => Promise<Ffmpeg>][] = [['the bundled decoder', () => Promise.resolve(bundledFfmpeg)]];
if (hasProgram()) engines.push(['the installed program', async () => await openFfmpeg(program)]);

describe.each(engines)('%s', (_name, open) => {
  test.each<[FixtureName, string, number, number]>([
    ['clip.mp4', 'mov', 320, 180],
    ['rotated.mp4', 'mov', 320, 568],
    ['clip.webm', 'matroska', 320, 180],
  ])(
    '%s: frames have the requested width, are upright, and none is past the end',
    async (name, demuxer, width, height) => {
      const frames = await take(await open(), name, demuxer, true);
      expect(frames).toHaveLength(2);
      for (const frame of frames) {
        expect(await sharp(frame).metadata()).toMatchObject({ format: 'png', width, height });
      }
      expect(frames[0]?.equals(frames[1] ?? Buffer.alloc(0))).toBe(false);
    },
  );

  test("takes the key frame before a moment if the exact frame isn't needed", async () => {
    const frames = await take(await open(), 'clip.mp4', 'mov', false);
    expect(frames[0]).toBeDefined();
    expect(frames[0]?.equals(frames[1] ?? Buffer.alloc(0))).toBe(true);
  });

  test("takes nothing from a file that isn't a video", async () => {
    expect(await take(await open(), 'html.jpg', 'mov', true)).toEqual([]);
  });

  test("stops when it's told to", async () => {
    await expect(take(await open(), 'clip.mp4', 'mov', true, AbortSignal.timeout(1))).rejects.toThrow();
  });
});

test('uses the bundled decoder if the program is missing', async () => {
  expect((await openFfmpeg('/nowhere/ffmpeg')).decoder).toBe('bundled');
});
