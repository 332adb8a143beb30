import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../server/test/programs.ts';
import type { Person } from './people.ts';
import { test as base, expect } from './test.ts';

/**
 * `test` for a file whose tests change what all of a site's people share, such as its name or who may register: they run one after
 * another, on a new, empty server of their own.
 * `printed` is what the server has said so far.
 * @param settings environment variables, as an operator would set them
 */
export function ownServerTest(settings: Record<string, string> = {}) {
  let printed = '';
  let folder = '';
  let origin = '';
  let server: ChildProcess | undefined;

  base.describe.configure({ mode: 'default' });
  const test = base.extend<{ printed: () => string }>({
    // biome-ignore lint/correctness/noEmptyPattern: as below
    printed: async ({}, use) => await use(() => printed),
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are asked for.
    baseURL: async ({}, use) => await use(origin),
    // biome-ignore lint/correctness/noEmptyPattern: as above
    dataDir: async ({}, use) => await use(folder),
  });
  test.beforeAll(async () => {
    test.setTimeout(120_000);
    folder = await mkdtemp(join(tmpdir(), 'hubbub-e2e-own-'));
    const port = await freePort();
    origin = `http://localhost:${port}`;
    server = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: resolve(import.meta.dirname, '../..'),
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        PUBLIC_URL: origin,
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        RATE_LIMITS: 'off',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await expect
      .poll(async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status, { timeout: 90_000 })
      .toBe(200);
  });
  test.afterAll(async () => {
    if (server?.kill('SIGTERM')) await once(server, 'exit');
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  return test;
}

/** `ownServerTest` with a first account, which owns the site: `owning` returns it. */
export function ownedSiteTest(settings: Record<string, string> = {}) {
  const test = ownServerTest(settings);
  let owner: Person | undefined;
  test.beforeEach(async ({ people }) => {
    owner ??= await people.create('owner', 'Olive Owner');
  });
  const owning = () => {
    if (!owner) throw new Error('nobody owns the site');
    return owner;
  };
  return { test, owning };
}
