import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ownProcess } from '../../../test/own-process.ts';

/**
 * Tests the server as a separate process, which exports an account with much media. Set `ARCHIVE_MB=5000` for a
 * full-sized one.
 */

vi.setConfig({ testTimeout: 900_000, hookTimeout: 120_000 });

const megabytes = Number(process.env.ARCHIVE_MB ?? 300);
const posts = Number(process.env.ARCHIVE_POSTS ?? 20_000);
const fileMegabytes = 20;
/** How much an export may grow the server's memory. */
const maxGrowth = 64 * 2 ** 20;

const own = ownProcess();
const { caller, createPerson, query } = own;

/** Somebody with posts and files, all of which are links to one incompressible file. */
async function createHoarder(username: string, size: number) {
  const person = await createPerson(username);
  await query(
    `insert into posts (id, author_id, created_at, content)
     select gen_random_uuid(), $1, now(), repeat('word ', 100) || n from generate_series(1, $2::int) n`,
    [person.id, posts],
  );
  const source = own.path('source');
  await writeFile(source, randomBytes(fileMegabytes * 2 ** 20));
  for (let number = 0; number < size / fileMegabytes; number += 1) {
    const key = `${randomBytes(16).toString('hex')}.mp3`;
    const path = own.path('data', 'media', key.slice(0, 2), key.slice(2, 4), key);
    await mkdir(dirname(path), { recursive: true });
    await link(source, path);
    await query(
      `insert into media_files (id, owner_id, purpose, path, type, bytes, state, metadata, attached_at)
       values (gen_random_uuid(), $1, 'post', $2, 'audio/mpeg', $3, 'ready', 'removed', now())`,
      [person.id, `/${key}`, fileMegabytes * 2 ** 20],
    );
  }
  return person;
}

const stateOf = async (person: { cookie: string }) => (await caller(person).get('/v1/export')).body.export.state;
const untilReady = (person: { cookie: string }) =>
  expect.poll(() => stateOf(person), { timeout: 600_000, interval: 200 }).toBe('ready');

const memory = async (field: 'VmRSS' | 'VmHWM') => {
  const status = await readFile(`/proc/${own.running().child.pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024;
};

const scratchFiles = () => readdir(own.path('data', 'media', '.incoming'));

test.skipIf(process.platform !== 'linux')(
  `an export of ${posts} posts and ${megabytes} MB of media grows the server's memory by less than 64 MB`,
  async () => {
    const [first, hoarder] = [await createPerson('first'), await createHoarder('hoarder', megabytes)];
    await caller(first).post('/v1/export');
    await untilReady(first);
    const before = await memory('VmRSS');
    await writeFile(`/proc/${own.running().child.pid}/clear_refs`, '5');
    expect((await caller(hoarder).post('/v1/export')).status).toBe(202);
    await untilReady(hoarder);
    const growth = (await memory('VmHWM')) - before;
    const { size } = (await caller(hoarder).get('/v1/export')).body.export;
    if (process.env.ARCHIVE_MB) process.stdout.write(`${size} bytes, grew by ${(growth / 2 ** 20).toFixed(1)} MB\n`);
    expect(size).toBeGreaterThan(megabytes * 2 ** 20);
    expect(growth).toBeLessThan(maxGrowth);
  },
);

test('an export goes on after the server was killed, and leaves no other file', async () => {
  const person = await createHoarder('survivor', 300);
  expect((await caller(person).post('/v1/export')).status).toBe(202);
  await expect
    .poll(
      async () => {
        const [name] = await scratchFiles();
        return name === undefined ? 0 : (await stat(own.path('data', 'media', '.incoming', name))).size;
      },
      { interval: 5 },
    )
    .toBeGreaterThan(2 ** 20);
  await own.kill();
  expect(await query('select state from exports where user_id = $1', [person.id])).toEqual([{ state: 'working' }]);
  expect(await scratchFiles()).toHaveLength(1);
  await own.start();
  await untilReady(person);
  expect(await scratchFiles()).toEqual([]);
  const names = await readdir(own.path('data', 'media'), { recursive: true });
  const stored = names.map((name) => name.slice(6)).filter((name) => name.endsWith('-export.zip'));
  const known = await query<{ key: string }>('select key from exports');
  expect(stored.sort()).toEqual(known.map(({ key }) => key).sort());
});
