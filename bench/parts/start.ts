import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Part } from '../bench.ts';
import { root } from '../children.ts';
import { median } from '../measure.ts';
import { milliseconds } from '../table.ts';

/** Longest that a start may take when everything is there, in milliseconds. */
const wanted = 3000;

/** Starts the product as a person does and answers how long it took until it took requests, in milliseconds. */
async function timeStart(folder: string, port: number): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'tools/start.mjs')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: join(folder, 'start-data'), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  let output = '';
  const time = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('is running at')) resolve(performance.now() - began);
    });
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${output}`)));
  });
  child.kill('SIGTERM');
  await gone;
  return time;
}

export const start: Part = {
  name: 'start',
  meaning: 'how long npm start takes',
  async run({ folder, rounds }) {
    const port = 4870;
    await timeStart(folder, port);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await timeStart(folder, port));
    const time = median(times);
    return [
      {
        what: 'npm start when everything is there, until it takes requests',
        ours: milliseconds(time),
        wanted: `under ${milliseconds(wanted)}`,
        met: time < wanted,
      },
    ];
  },
};
