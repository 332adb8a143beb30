import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { processEnvironment } from './programs.ts';

const root = join(import.meta.dirname, '../..');

/** The real server in a process of its own. */
export interface ServerProcess {
  child: ChildProcess;
  /** Where it serves, once it does, such as `http://localhost:34567`. @throws when it ends before that, with what it said */
  origin(): Promise<string>;
  /** What it has said so far. */
  said(): string;
  /** Resolves when it is gone, to its exit code, or null where a signal ended it, and all that it said. */
  ended: Promise<{ code: number | null; said: string }>;
  /** Sends it a signal and waits until it is gone. @returns its exit code */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * @param settings environment variables; unless they say otherwise it takes a free port and logs nothing
 * @param options arguments, and how it runs; unless `stdio` says otherwise, what it says at stderr is shown and not kept
 */
export function launchServer(
  settings: Record<string, string>,
  { args = [], ...options }: SpawnOptions & { args?: string[] } = {},
): ServerProcess {
  const child: ChildProcess = spawn(process.execPath, ['server/src/main.ts', ...args], {
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
