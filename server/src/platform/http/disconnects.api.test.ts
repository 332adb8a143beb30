import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, expect, test, vi } from 'vitest';
import { testWorld } from '../../../test/harness.ts';

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const world = await testWorld({ log });
const ada = await world.person('ada');

const inFlight = () => world.platform.metrics.requestsInFlight.count;

/** How many statements wait for a table's lock. */
const waitingFor = async (table: string) => {
  const [row] = await world.sql<{ count: number }>(
    'select count(*)::int as count from pg_locks where not granted and relation = $1::regclass',
    [table],
  );
  return row?.count ?? 0;
};

beforeEach(() => {
  lines.length = 0;
});

/** Sends the beginning of a request, and disconnects once the server works on it. */
async function sendAndVanish(options: RequestOptions, beginning: string, isWorking = () => inFlight() > 0) {
  const headers = { cookie: ada.cookie, ...options.headers };
  const sending = request(`${world.origin}${options.path}`, { ...options, headers });
  sending.on('error', () => undefined);
  sending.write(beginning);
  await vi.waitUntil(isWorking);
  await new Promise((resolve) => sending.socket?.write('', resolve));
  sending.destroy();
}

/** The log, once everything about earlier requests has been written. */
async function aboutVanished() {
  await vi.waitUntil(() => inFlight() === 0 && lines.length > 0);
  expect((await ada.get('/v1/user/check')).status).toBe(200);
  await vi.waitUntil(() => lines.some(({ route }) => route === '/v1/user/check') && inFlight() === 0);
  return lines.filter(({ route }) => route !== '/v1/user/check');
}

const oneLine = (method: string, route: string) => [{ level: 30, msg: 'client disconnected', method, route }];
const length = { 'content-length': '10000' };
const form = { ...length, 'content-type': 'multipart/form-data; boundary=b' };
const part = (about: string, value: string) => `--b\r\ncontent-disposition: form-data; ${about}\r\n\r\n${value}`;

test.each([
  ['its body', '/v1/conversations', { ...length, 'content-type': 'application/json' }, '{"username":'],
  ['a text of a form', '/v1/posts', form, part('name="content"', 'Hello')],
  ['a text after another one', '/v1/posts', form, part('name="content"', `Hello\r\n${part('name="alts"', '["A')}`)],
  ['a file of a form', '/v1/posts', form, part('name="files"; filename="a.png"', 'PNG')],
  ['the headers of a part', '/v1/posts', form, '--b\r\ncontent-disp'],
  ['a form of a profile', '/v1/communities', form, part('name="name"', 'Bees')],
])('a client that disconnects in the middle of %s leaves one info line', async (_what, path, headers, beginning) => {
  await sendAndVanish({ path, method: 'POST', headers }, beginning);
  const about = await aboutVanished();
  expect(about).toMatchObject(oneLine('POST', path));
  expect(JSON.stringify(about)).not.toContain('stack');
});

const json = JSON.stringify({ username: (await world.person('bob')).user.username });
test.each([
  ['GET', '/v1/posts', 'posts', {}, ''],
  [
    'POST',
    '/v1/conversations',
    'rooms',
    { 'content-type': 'application/json', 'content-length': String(json.length) },
    json,
  ],
])('so does one that disconnects while %s %s is being answered', async (method, path, table, headers, body) => {
  await world.sql('begin');
  await world.sql(`lock table ${table} in access exclusive mode`);
  try {
    let isReached = false;
    const reached = vi
      .waitUntil(async () => (await waitingFor(table)) > 0)
      .then(() => {
        isReached = true;
      });
    await Promise.all([reached, sendAndVanish({ path, method, headers }, body, () => isReached)]);
    // Before there's an answer that nobody will read.
    await vi.waitUntil(() => inFlight() === 0);
  } finally {
    await world.sql('rollback');
  }
  const about = await aboutVanished();
  expect(about).toMatchObject(oneLine(method, path));
  expect(JSON.stringify(about)).not.toContain('stack');
});

test('so does one that disconnects while it receives an answer', async () => {
  const storage = world.platform.storage;
  const path = join(await mkdtemp(join(tmpdir(), 'answer-')), 'long');
  await writeFile(path, Buffer.alloc(30 * 1024 * 1024));
  const name = `${'0123456789abcdef'.repeat(2)}.png`;
  await storage.adopt(name, path, { type: 'image/png' });
  const receiving = request(`${world.origin}/media/${name}`);
  receiving.on('error', () => undefined);
  receiving.end();
  const [answer] = (await once(receiving, 'response')) as [IncomingMessage];
  expect([answer.statusCode, inFlight()]).toEqual([200, 1]);
  answer.destroy();
  expect(await aboutVanished()).toMatchObject([{ level: 30, msg: 'client disconnected', method: 'GET' }]);
});
