import { execFile, type SpawnOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type BundledTask, bundledNames } from './bundled-task.service.ts';
import { startProgram } from './helper.service.ts';
import { spawnLimited } from './limited-process.service.ts';
import { renice } from './renice.service.ts';

/** What FFmpeg should make from a file: one run for each output. */
export interface FfmpegTask {
  input: string;
  outputs: readonly {
    path: string;
    /** @returns everything after the program's name */
    arguments: (input: string, output: string) => string[];
    /** Called with the seconds of the output so far; the arguments contain `-progress pipe:1`. Only by the installed FFmpeg. */
    onProgress?: (seconds: number) => void;
    /** A run whose output grows beyond this fails: a small file can expand to endless noise. */
    maxBytes?: number;
  }[];
  /** For one run. */
  timeoutMs: number;
  /** Conversions take minutes, so they run at the lowest priority. */
  isConversion?: boolean;
}

/** Runs FFmpeg in memory-limited processes. */
export interface Ffmpeg {
  /** The program, or `bundled`: FFmpeg as WebAssembly, which reads all common formats except AV1. */
  readonly decoder: string;
  /** Whether it can also write videos that every browser plays; the bundled one would take hours. */
  readonly converts: boolean;
  /** @returns for each output whether its run succeeded @throws when the signal fires, or someone else keeps stopping it */
  run(task: FfmpegTask, signal: AbortSignal): Promise<boolean[]>;
}

/** Uses the installed FFmpeg if there is one, because it's several times as fast, and the bundled one otherwise. */
export async function openFfmpeg(ffmpegPath: string): Promise<Ffmpeg> {
  try {
    const { stdout } = await promisify(execFile)(ffmpegPath, ['-hide_banner', '-encoders'], { timeout: 5000 });
    const converts = [' libx264 ', ' aac '].every((encoder) => stdout.includes(encoder));
    return { decoder: ffmpegPath, converts, run: (task, signal) => runProgram(ffmpegPath, task, signal) };
  } catch {
    return bundledFfmpeg;
  }
}

/** The bundled FFmpeg. */
export const bundledFfmpeg: Ffmpeg = { decoder: 'bundled', converts: false, run: runBundled };

/** What the program needs from the environment; the rest contains secrets. */
const environment = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'];

/** FFmpeg exits with this code when it was told to stop. */
const stoppedExitCode = 255;
/**
 * The signals with which people and service managers stop programs. Any other signal means that it crashed on the file,
 * or was killed for using too much.
 */
const stopSignals: ReadonlySet<NodeJS.Signals | null> = new Set(['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM']);

/** @returns whether it succeeded; undefined: something else stopped it */
function runOnce(
  ffmpegPath: string,
  args: string[],
  {
    output: { onProgress, maxBytes = Number.POSITIVE_INFINITY },
    work,
    ...options
  }: SpawnOptions & {
    output: FfmpegTask['outputs'][number];
    work: Parameters<typeof renice>[1];
  },
): Promise<boolean | undefined> {
  const child = spawnLimited(ffmpegPath, args, {
    ...options,
    stdio: ['ignore', onProgress ? 'pipe' : 'ignore', 'ignore'],
  });
  renice(child.pid, work);
  if (child.stdout && onProgress) {
    createInterface(child.stdout).on('line', (line) => {
      const [, name, value] = /^(out_time_us|total_size)=(\d+)$/.exec(line) ?? [];
      if (name === 'out_time_us') onProgress(Number(value) / 1e6);
      if (name === 'total_size' && Number(value) > maxBytes) child.kill('SIGKILL');
    });
  }
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code, endedBy) => {
      const isStopped = code === stoppedExitCode || stopSignals.has(endedBy);
      resolve(isStopped ? undefined : code === 0);
    });
  });
}

async function runProgram(ffmpegPath: string, task: FfmpegTask, signal: AbortSignal): Promise<boolean[]> {
  const env = Object.fromEntries(environment.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const options: SpawnOptions = { env, timeout: task.timeoutMs, killSignal: 'SIGKILL', signal };
  const results: boolean[] = [];
  for (const output of task.outputs) {
    const run = () => {
      signal.throwIfAborted();
      return runOnce(ffmpegPath, output.arguments(task.input, output.path), {
        ...options,
        output,
        work: task.isConversion ? 'conversions' : 'uploads',
      });
    };
    // Service managers and terminals signal all of a server's processes, but the server first finishes its jobs.
    const isDone = (await run()) ?? (await run());
    if (isDone === undefined) throw new Error('FFmpeg was told to stop');
    results.push(isDone);
  }
  signal.throwIfAborted();
  return results;
}

async function runBundled({ input, outputs, timeoutMs }: FfmpegTask, signal: AbortSignal): Promise<boolean[]> {
  signal.throwIfAborted();
  const child = startProgram(new URL('./ffmpeg-process.service.ts', import.meta.url), { isWatched: true, signal });
  renice(child.pid, 'uploads');
  let timer: NodeJS.Timeout | undefined;
  const results: boolean[] = [];
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  };
  const task: BundledTask = {
    input,
    outputs: outputs.map(({ path, arguments: argumentsFor }) => ({
      path,
      arguments: argumentsFor(bundledNames.input, bundledNames.output),
    })),
  };
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('message', (isDone: boolean) => {
        results.push(isDone);
        wait();
      });
      child.on('error', reject);
      child.on('exit', () => resolve());
      child.send(task, (error) => error && reject(error));
      wait();
    });
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
  signal.throwIfAborted();
  return outputs.map((_output, index) => results[index] ?? false);
}
