import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lib/place.mjs';
import { beginStep } from './lib/progress.mjs';

/** Keeps what's written to it. */
const screen = (isTTY) => {
  const written = [];
  return { isTTY, columns: 80, written, write: (text) => written.push(text) };
};

const hasScript = () => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
};

/** A person's shell environment: the test runner adds what changes the build. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(NODE_ENV|TEST|PROD|DEV|VITEST.*)$/.test(name)),
);

/** What `npm start` prints until it serves people, starting with an empty data folder. */
async function firstStart(program, args) {
  const folder = mkdtempSync(join(tmpdir(), 'hubbub-first-'));
  const child = spawn(program, args, {
    cwd: root,
    env: { ...environment, PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  try {
    for await (const chunk of child.stdout) {
      said += chunk;
      if (said.includes('is running at')) break;
    }
    return said;
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

const start = join(root, 'tools/start.mjs');

test.skipIf(!hasScript())(
  "npm start on a terminal shows what it's doing and for how long, in one line (needs script)",
  async () => {
    const said = await firstStart('script', ['-qefc', `${process.execPath} ${start}`, '/dev/null']);
    for (const what of ['Creating the database', 'Starting the database', 'Starting Hubbub']) {
      expect(said).toMatch(new RegExp(`\\r. ${what} … \\d+ s\\x1b\\[K\\r`));
    }
    // The line is gone before the last one is printed.
    expect(said.slice(0, said.indexOf('Hubbub is running at')).replaceAll('\x1b[K', '').at(-1)).toBe('\r');
  },
  300_000,
);

test('npm start without a terminal prints plain lines', async () => {
  const said = await firstStart(process.execPath, [start]);
  expect(said).toMatch(/Hubbub is running at http/);
  for (const control of ['\r', '\x1b']) expect(said).not.toContain(control);
}, 300_000);

test('a long step says so again on a terminal within a second, and elsewhere within half a minute', async () => {
  const { promise: moved, resolve } = Promise.withResolvers();
  const terminal = screen(true);
  const write = terminal.write;
  terminal.write = (text) => write(text) > 3 && resolve();
  const step = beginStep('Installing the dependencies', { out: terminal });
  await moved;
  step.done();
  expect(new Set(terminal.written).size).toBeGreaterThan(3);
  expect(terminal.written.at(-1)).toMatch(/^Installing the dependencies … done in \d+ s\.\n$/);
});

test('a step without a terminal is reported when it begins and when it ends', () => {
  const file = screen(false);
  beginStep('Building the web app', { out: file }).failed();
  expect(file.written).toEqual(['Building the web app …\n', 'Building the web app … failed.\n']);
});
