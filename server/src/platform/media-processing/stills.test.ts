import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { type FixtureName, fixturePath } from '../../../test/fixtures/fixtures.ts';
import { bundledStills, openStills, type Stills } from './stills.ts';

// Decoders step back when the machine is busy.
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

const take = async (stills: Stills, name: FixtureName, demuxer: string, exact: boolean) =>
  await stills.take({ path: fixturePath(name), demuxer, seconds: [0.5, 1.5, 600], width: 320, exact }, never);

const engines: [string, () => Promise<Stills>][] = [['the bundled decoder', () => Promise.resolve(bundledStills)]];
if (hasProgram()) engines.push(['the installed program', async () => await openStills(program)]);

describe.each(engines)('%s', (_name, open) => {
  test.each<[FixtureName, string, number, number]>([
    ['clip.mp4', 'mov', 320, 180],
    ['rotated.mp4', 'mov', 320, 568],
    ['clip.webm', 'matroska', 320, 180],
  ])('%s: frames of the wanted width, upright, and none beyond the end', async (name, demuxer, width, height) => {
    const frames = await take(await open(), name, demuxer, true);
    expect(frames).toHaveLength(3);
    for (const frame of frames.slice(0, 2)) {
      expect(await sharp(frame ?? Buffer.alloc(0)).metadata()).toMatchObject({ format: 'png', width, height });
    }
    expect(frames[0]?.equals(frames[1] ?? Buffer.alloc(0))).toBe(false);
    expect(frames[2]).toBeNull();
  });

  test('the key frame before a moment, where the very frame is not needed', async () => {
    const frames = await take(await open(), 'clip.mp4', 'mov', false);
    expect(frames[0]).not.toBeNull();
    expect(frames[0]?.equals(frames[1] ?? Buffer.alloc(0))).toBe(true);
  });

  test('nothing comes of what is no video', async () => {
    expect(await take(await open(), 'html.jpg', 'mov', true)).toEqual([null, null, null]);
  });

  test('it gives up when it is told to', async () => {
    const stills = await open();
    const request = { path: fixturePath('clip.mp4'), demuxer: 'mov', seconds: [0.5], width: 320, exact: true };
    await expect(stills.take(request, AbortSignal.timeout(1))).rejects.toThrow();
  });
});

test('without the program the bundled decoder is used', async () => {
  expect((await openStills('/nowhere/ffmpeg')).decoder).toBe('bundled');
});
