import { execFile, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { stepBack } from './step-back.ts';
import { type StillRequest, stillArguments } from './still-arguments.ts';

const run = promisify(execFile);

/** For one frame: the slowest is one far from the key frame before it, in a video of the highest resolution. */
const frameTimeoutMs = 60_000;
const maxStillBytes = 16 * 1024 * 1024;

/** Takes frames out of videos. */
export interface Stills {
  /** The program that does it, or `bundled`: FFmpeg as WebAssembly, which reads everything common but AV1. */
  readonly decoder: string;
  /** @returns for each wanted second a PNG, or null where no frame could be decoded */
  take(request: StillRequest, signal: AbortSignal): Promise<(Buffer | null)[]>;
}

/** Uses the installed FFmpeg where there is one, because it is several times as fast, and the bundled one elsewhere. */
export async function openStills(ffmpegPath: string): Promise<Stills> {
  try {
    await run(ffmpegPath, ['-version'], { timeout: 5000 });
    return { decoder: ffmpegPath, take: (request, signal) => takeWithProgram(ffmpegPath, request, signal) };
  } catch {
    return bundledStills;
  }
}

/** The decoder that comes with the product. */
export const bundledStills: Stills = { decoder: 'bundled', take: takeBundled };

async function takeWithProgram(
  ffmpegPath: string,
  request: StillRequest,
  signal: AbortSignal,
): Promise<(Buffer | null)[]> {
  const { path, seconds, ...rest } = request;
  const stills: (Buffer | null)[] = [];
  for (const at of seconds) {
    signal.throwIfAborted();
    const ran = run(ffmpegPath, stillArguments({ ...rest, input: path, output: 'pipe:1', at }), {
      encoding: 'buffer',
      maxBuffer: maxStillBytes,
      timeout: frameTimeoutMs,
      killSignal: 'SIGKILL',
      signal,
    });
    stepBack(ran.child.pid);
    stills.push(
      await ran.then(
        ({ stdout }) => (stdout.length > 0 ? stdout : null),
        () => null,
      ),
    );
  }
  signal.throwIfAborted();
  return stills;
}

async function takeBundled(request: StillRequest, signal: AbortSignal): Promise<(Buffer | null)[]> {
  const child = fork(fileURLToPath(new URL('./stills-process.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  stepBack(child.pid);
  let timer: NodeJS.Timeout | undefined;
  const stills: (Buffer | null)[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => child.kill('SIGKILL'), frameTimeoutMs);
      };
      child.on('message', (still: Uint8Array | null) => {
        stills.push(still && Buffer.from(still));
        wait();
      });
      child.on('error', reject);
      child.on('exit', () => resolve());
      child.send(request);
      wait();
    });
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
  signal.throwIfAborted();
  return request.seconds.map((_second, index) => stills[index] ?? null);
}
