import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Part } from '../bench.ts';
import { plainEnv, root, serverFlags } from '../children.ts';
import { median } from '../measure.ts';
import { milliseconds } from '../table.ts';

/** Longest acceptable start when everything is in place, in milliseconds. */
const wanted = 3000;

/** Starts a program, waits until it accepts requests, ends it; returns how long the start took, in milliseconds. */
async function timeStart(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  let output = '';
  const time = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('is running at')) resolve(performance.now() - began);
    });
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}: ${output}`)));
  });
  child.kill('SIGTERM');
  await gone;
  return time;
}

export const start: Part = {
  name: 'start',
  withoutDatabase: true,
  meaning: 'startup time, vs. the database and a bare HTTP server',
  async run({ folder, rounds }) {
    const data = join(folder, 'start-data');
    // The way a person starts it, with a free port.
    const ours = () => timeStart([join(root, 'tools/start.mjs')], { ...plainEnv(), DATA_DIR: data, PORT: '4870' });
    // The same data, and compiled code cached in the same place.
    const bare = () =>
      timeStart([...serverFlags, join(root, 'bench/bare-start-process.ts'), data], {
        ...plainEnv(),
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      });
    await ours();
    await bare();
    const runs: { one: number; other: number }[] = [];
    for (let round = 0; round < rounds; round += 1) runs.push({ one: await ours(), other: await bare() });
    const empty = join(folder, 'first-start-data');
    await rm(empty, { recursive: true, force: true });
    const first = await timeStart([join(root, 'tools/start.mjs')], { ...plainEnv(), DATA_DIR: empty, PORT: '4870' });
    await rm(empty, { recursive: true, force: true });
    const time = median(runs.map(({ one }) => one));
    return [
      {
        what: 'npm start with everything installed and built, until the first request is answered',
        ours: milliseconds(time),
        limit: milliseconds(median(runs.map(({ other }) => other))),
        ratio: median(runs.map(({ one, other }) => one / other)),
        inShort: 'Startup',
        limitIs: 'embedded PostgreSQL and a bare HTTP server',
        because: "First a launcher checks what's installed and built, then the server loads all its modules.",
        wanted: `under ${wanted} ms`,
        met: time < wanted,
      },
      { what: 'the very first start, which creates the database', ours: milliseconds(first) },
    ];
  },
};
