import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fixturePath } from '../../../../test/fixtures/fixtures.ts';
import { descendants } from '../../../../test/process-memory.ts';
import { openFfmpeg } from './ffmpeg.service.ts';

vi.setConfig({ testTimeout: 60_000 });

const ffmpeg = await openFfmpeg('ffmpeg');

const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/** Starts a run that takes as long as the clip. `nextPid` resolves to the pid of its next process. */
async function startRun() {
  const folder = await mkdtemp(join(tmpdir(), 'ffmpeg-'));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const path = join(folder, 'copy.mp4');
  const slowCopy = (input: string, output: string) =>
    `-nostdin -loglevel error -re -i ${input} -c copy -f mp4 -y ${output}`.split(' ');
  const outputs = [{ path, arguments: slowCopy }];
  const seen = new Set<number>();
  return {
    result: ffmpeg.run({ input: fixturePath('clip.mp4'), outputs, timeoutMs: 30_000 }, new AbortController().signal),
    nextPid: () =>
      vi.waitFor(
        () => {
          const pid = descendants().find((one) => !seen.has(one) && commandOf(one).includes(path));
          if (pid === undefined) throw new Error('there is no new process');
          seen.add(pid);
          return pid;
        },
        { interval: 10 },
      ),
  };
}

describe.skipIf(process.platform !== 'linux' || ffmpeg.decoder === 'bundled')('the installed FFmpeg', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    "repeats its run when all of a server's processes are told to stop by %s",
    async (signal) => {
      const { result, nextPid } = await startRun();
      process.kill(await nextPid(), signal);
      await nextPid();
      expect(await result).toEqual([true]);
    },
  );

  test.each(['SIGABRT', 'SIGSEGV', 'SIGKILL'] as const)(
    'reports a file that crashes it as broken (%s), without a second try',
    async (signal) => {
      const { result, nextPid } = await startRun();
      process.kill(await nextPid(), signal);
      expect(await result).toEqual([false]);
    },
  );

  test('ends a run whose output exceeds its limit', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ffmpeg-'));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    const noise = (_: string, output: string) =>
      `-nostdin -loglevel error -f lavfi -i nullsrc=s=320x240:d=60,geq=random(1)*255:128:128 -c:v rawvideo -progress pipe:1 -stats_period 0.1 -f avi -y ${output}`.split(
        ' ',
      );
    const run = async (maxBytes: number) => {
      const outputs = [{ path: join(folder, 'noise.avi'), arguments: noise, onProgress: () => undefined, maxBytes }];
      return await ffmpeg.run({ input: '', outputs, timeoutMs: 50_000 }, new AbortController().signal);
    };
    expect(await run(5_000_000)).toEqual([false]);
  });

  test("doesn't report a file as broken when it's told to stop again and again", async () => {
    const { result, nextPid } = await startRun();
    const failure = expect(result).rejects.toThrow('told to stop');
    for (let time = 1; time <= 2; time += 1) process.kill(await nextPid(), 'SIGTERM');
    await failure;
  });
});
