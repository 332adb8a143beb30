import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort, processEnvironment } from '../../server/test/programs.ts';
import { localNetworkHost } from './browser.ts';
import type { Person } from './people.ts';
import { type FrontProxy, startProxy } from './proxy.ts';
import { test as base, expect } from './test.ts';

/** A server of a test's own, with a new, empty data folder. */
export interface OwnServer {
  /** Under which this machine reaches it. */
  origin: string;
  dataDir: string;
  /** What it has said so far. */
  printed(): string;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts a server.
 * @param settings environment variables, as an operator would set them
 * @param host the name that people's browsers use for it
 */
export async function startOwnServer(settings: Record<string, string> = {}, host = 'localhost'): Promise<OwnServer> {
  let printed = '';
  const dataDir = await mkdtemp(join(tmpdir(), 'hubbub-e2e-own-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      ...processEnvironment,
      PORT: String(port),
      PUBLIC_URL: `http://${host}:${port}`,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const stop = async () => {
    if (server.kill('SIGTERM')) await once(server, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await expect
      .poll(async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status, { timeout: 90_000 })
      .toBe(200);
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin, dataDir, printed: () => printed, stop };
}

/**
 * `test` for a file whose tests change what all of a site's people share, such as its name or who may register: they run one after
 * another, on a new, empty server of their own.
 * `printed` is what the server has said so far.
 * @param settings environment variables, as an operator would set them
 */
export const ownServerTest = (settings: Record<string, string> = {}) => testOn(() => startOwnServer(settings));

/** `ownServerTest` for a server that browsers reach at `localNetworkHost` only, without https. */
export const localNetworkTest = () => testOn(() => startOwnServer({}, localNetworkHost));

function testOn(start: () => Promise<OwnServer>) {
  // Playwright sets some fixtures up before `beforeAll`, when there's no server yet.
  let server: OwnServer | undefined;

  base.describe.configure({ mode: 'default' });
  const test = base.extend<{ printed: () => string }>({
    // biome-ignore lint/correctness/noEmptyPattern: as below
    printed: async ({}, use) => await use(() => server?.printed() ?? ''),
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are asked for.
    baseURL: async ({}, use) => await use(server?.origin ?? ''),
    // biome-ignore lint/correctness/noEmptyPattern: as above
    dataDir: async ({}, use) => await use(server?.dataDir ?? ''),
  });
  test.beforeAll(async () => {
    test.setTimeout(120_000);
    server = await start();
  });
  test.afterAll(async () => await server?.stop());
  return test;
}

/** `ownServerTest` behind a proxy, which `front` returns. */
export function proxiedServerTest(settings: Record<string, string> = {}) {
  let proxy: FrontProxy | undefined;
  const front = () => {
    if (!proxy) throw new Error("the proxy hasn't started");
    return proxy;
  };
  const test = testOn(async () => {
    proxy = await startProxy();
    const server = await startOwnServer({ PUBLIC_URL: proxy.origin, ...settings });
    proxy.leadTo(server.origin);
    return { ...server, origin: proxy.origin };
  });
  test.afterAll(() => proxy?.close());
  return { test, front };
}

/** `ownServerTest` with a first account, which owns the site and which `owning` returns. */
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
