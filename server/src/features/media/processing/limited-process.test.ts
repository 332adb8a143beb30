import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readGreedyVideo } from '../../../../test/fixtures/fixtures.ts';
import { watchPeaks } from '../../../../test/process-memory.ts';
import { takeStills } from '../stills.service.ts';
import { bundledFfmpeg, type Ffmpeg, openFfmpeg } from './ffmpeg.service.ts';
import { startProgram } from './helper.service.ts';
import { maxResidentBytes, residentBytes, spawnLimited, watchMemory } from './limited-process.service.ts';

// Decoders are reniced when the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

const isLinux = process.platform === 'linux';
const node = process.execPath;
/** Takes as much memory as it can get, 16 MB at a time, and reports how much it has. */
const greedy =
  'const taken = []; for (;;) { taken.push(Buffer.alloc(2 ** 24, 1)); process.send(process.memoryUsage.rss()); }';
const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const;

describe('a media process', () => {
  test('gets no more than 512 MB, whatever it asks for', async () => {
    const child = spawnLimited(node, ['-e', greedy], { isNode: true, isWatched: !isLinux, stdio: [...stdio] });
    let most = 0;
    child.on('message', (bytes: number) => (most = Math.max(most, bytes)));
    await once(child, 'exit');
    expect(most).toBeGreaterThan(300 * 2 ** 20);
    expect(most).toBeLessThanOrEqual(maxResidentBytes);
  });

  test('is killed if the system sets no limit', async () => {
    const child = spawnLimited(node, ['-e', `${greedy.replace('for (;;) {', 'setInterval(() => {')}, 20)`], {
      isNode: true,
      isWatched: false,
      stdio: [...stdio],
    });
    const stop = watchMemory(child, 200 * 2 ** 20);
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    stop();
    expect(signal).toBe('SIGKILL');
  });

  test.skipIf(process.platform === 'win32')(
    "keeps working when all of a server's processes are told to stop",
    async () => {
      const child = startProgram(new URL('./probe-process.service.ts', import.meta.url), { isWatched: false });
      const ask = async (id: number) => {
        child.send({ id, question: join(tmpdir(), 'there-is-no-such-file') });
        const [reply] = (await once(child, 'message')) as [{ id: number }];
        return reply.id;
      };
      expect(await ask(1)).toBe(1);
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) child.kill(signal);
      expect(await ask(2)).toBe(2);
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  );

  test('holds as much as the system says it does', async () => {
    const own = await residentBytes(process.pid);
    expect(own / process.memoryUsage.rss()).toBeGreaterThan(0.5);
    expect(own / process.memoryUsage.rss()).toBeLessThan(2);
    expect(await residentBytes(2 ** 30)).toBe(0);
  });
});

describe.skipIf(!isLinux)(
  'a video of 36 million pixels with 16 reference frames, for which a decoder needs 920 MB',
  () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'limits-'));
      await writeFile(join(folder, 'greedy.mp4'), await readGreedyVideo(6000));
    });
    afterAll(async () => await rm(folder, { recursive: true }));

    test.each<[string, () => Promise<Ffmpeg>]>([
      ['the bundled decoder', () => Promise.resolve(bundledFfmpeg)],
      ['the installed program', async () => await openFfmpeg('ffmpeg')],
    ])('%s takes at most 512 MB for it', async (_name, open) => {
      const ffmpeg = await open();
      const peaks = watchPeaks();
      const request = { path: join(folder, 'greedy.mp4'), demuxer: 'mov', width: 320, exact: true };
      const stills = [{ second: 1.7, target: join(folder, 'still') }];
      await takeStills(ffmpeg, { ...request, stills }, new AbortController().signal);
      expect(peaks.end().children).toBeLessThanOrEqual(maxResidentBytes);
    });
  },
);
