import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { processEnvironment } from './programs.ts';

const root = join(import.meta.dirname, '../..');

/** What `npm start` gives the server's Node (tools/lib/place.mjs). */
const serverFlags = ['--max-semi-space-size=32'];

/** The real server as a separate process. */
export interface ServerProcess {
  child: ChildProcess;
  /** Resolves to its origin once it's serving, such as `http://localhost:34567`. @throws with its output if it exits before that */
  origin(): Promise<string>;
  /** Its output so far. */
  said(): string;
  /** Resolves when it has exited: to its exit code, or null if a signal ended it, and all of its output. */
  ended: Promise<{ code: number | null; said: string }>;
  /** Sends it a signal and waits until it has exited. @returns its exit code */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * @param settings environment variables; by default it takes a free port and logs nothing
 * @param options arguments, and how to run it; unless `stdio` says otherwise, its stderr is shown and not kept
 */
export function launchServer(
  settings: Record<string, string>,
  { args = [], ...options }: SpawnOptions & { args?: string[] } = {},
): ServerProcess {
  const child: ChildProcess = spawn(process.execPath, [...serverFlags, 'server/src/main.ts', ...args], {
    cwd: root,
    env: { ...processEnvironment, PORT: '0', LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
  let said = '';
  const served = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const [, address] = /running at (http:\S+)\s/.exec(said) ?? [];
        if (address !== undefined) resolve(address);
      });
    }
  });
  const gone = once(child, 'exit');
  const ended = once(child, 'close').then(([code]) => ({ code, said }));
  const failed = async () => {
    const { code } = await ended;
    throw new Error(`The server ended with ${code}: ${said}`);
  };
  return {
    child,
    said: () => said,
    ended,
    origin: () => Promise.race([served, failed()]),
    async end(signal) {
      child.kill(signal);
      await gone;
      return child.exitCode;
    },
  };
}
