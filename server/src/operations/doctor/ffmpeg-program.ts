import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Checks whether a program is ffmpeg.
 * @returns its version, such as `7.1.1`
 * @throws when it can't be run, doesn't answer within 5 s, or is another program
 */
export async function ffmpegVersion(path: string): Promise<string> {
  const { stdout } = await run(path, ['-version'], { timeout: 5000 });
  const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1];
  if (version === undefined) throw new Error('it is another program');
  return version;
}
