import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchServer } from './server-process.ts';

/** The real server when it can't start, or is told to stop before it has. */

// How long a start takes on a busy machine isn't tested here.
vi.setConfig({ testTimeout: 180_000 });

const nobody = 65534;
const isRoot = process.getuid?.() === 0;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hubbub-start-'));
  // A user without privileges must be able to pass through it.
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = (settings: Record<string, string>, uid?: number) =>
  launchServer(
    { LOG_LEVEL: 'warn', ...settings },
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Far longer than it may take, and early enough to report it.
      timeout: 80_000,
      killSignal: 'SIGKILL',
      ...(uid !== undefined && { uid, gid: uid }),
    },
  );

const sentence = (place: string, reason: string) =>
  `The data folder can't be used (${place}: ${reason}). Make it writable for this user, or set DATA_DIR to another one.\n`;

test('a DATA_DIR below a file stops the start with one sentence', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const dataDir = join(file, 'data');
  expect(await start({ DATA_DIR: dataDir }).ended).toEqual({
    code: 1,
    said: sentence(dataDir, 'part of the path is a file, ENOTDIR'),
  });
});

test.skipIf(process.platform !== 'linux')(
  'a DATA_DIR where no folder can be created stops the start, even with an external database',
  async () => {
    const said = sentence('/proc/nope', "a folder can't be created there, ENOENT");
    expect(await start({ DATA_DIR: '/proc/nope' }).ended).toEqual({ code: 1, said });
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
    expect(await start({ DATA_DIR: '/proc/nope', DATABASE_URL }).ended).toEqual({ code: 1, said });
  },
);

test("a DATA_DIR this user can't write to stops the start with one sentence, whether or not it exists", async () => {
  const locked = join(folder, 'locked');
  await mkdir(locked);
  await chmod(locked, 0o555);
  const uid = isRoot ? nobody : undefined;
  const reason = 'this user may not write there, EACCES';
  expect(await start({ DATA_DIR: locked }, uid).ended).toEqual({ code: 1, said: sentence(locked, reason) });
  const inner = join(locked, 'data');
  expect(await start({ DATA_DIR: inner }, uid).ended).toEqual({ code: 1, said: sentence(inner, reason) });
});

test("a start that's waiting for an unresponsive database stops when told to", async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const asked = once(silent, 'connection');
  const { port } = silent.address() as AddressInfo;
  const { child, ended } = start({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
  });
  try {
    const [socket] = await asked;
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 0, said: '' });
    socket.destroy();
  } finally {
    silent.close();
  }
});
