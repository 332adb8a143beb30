import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { insertDisownToken } from '#features/accounts/security.queries.ts';
import { hashToken, newToken } from '#platform/sessions/sessions.ts';
import { archivedPost, archiveFiles, importsIn, zipOf } from '../../../test/archives.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { runImport } from './import-job.service.ts';
import { startImport } from './imports.service.ts';

/** How imports share the server, and how they're stopped. */

const world = await testWorld();
const { send, importOf, gridOf, storedArchives } = importsIn(world);
const { jobs } = world.platform;

/** Pauses all work on imports meanwhile. */
async function whileNothingRuns(work: () => Promise<void>): Promise<void> {
  await jobs.stop();
  await work();
  await jobs.start();
}

test('an import can be stopped: what came stays, nothing else comes, and the ZIP goes', async () => {
  const ada = await world.person('stops');
  expect((await ada.delete('/v1/import')).status).toBe(404);
  await whileNothingRuns(async () => {
    await send(ada, await zipOf(archiveFiles()));
    const { status, body } = await ada.delete('/v1/import');
    expect(status).toBe(200);
    expect(body.import).toMatchObject({ state: 'failed', refused: ['You stopped the import.'] });
  });
  await world.runJobs();
  expect((await ada.get('/v1/import')).body.import).toMatchObject({ state: 'failed', done: 0 });
  expect(await gridOf(ada)).toEqual([]);
  expect(await storedArchives()).toEqual([]);
  expect((await ada.delete('/v1/import')).status).toBe(404);
});

test('while one is running a second one is refused, and of two at once one is taken', async () => {
  const ada = await world.person('pia');
  const zip = await zipOf(archiveFiles());
  await whileNothingRuns(async () => {
    const answers = await Promise.all([send(ada, zip), send(ada, zip)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 422]);
    expect((await send(ada, zip)).status).toBe(422);
  });
  await world.runJobs();
  expect(await gridOf(ada)).toHaveLength(1);
  expect(await storedArchives()).toEqual([]);
});

test('an import gives way to the others in line after its turn, and goes on where it was', async () => {
  const ada = await world.person('long');
  const posts = [1, 2, 3].map((number) => archivedPost({ post_id: `t${number}`, content: `Turn ${number}` }));
  const doneSoFar = async () => (await ada.get('/v1/import')).body.import;
  await whileNothingRuns(async () => {
    await send(ada, await zipOf(archiveFiles({ posts })));
    const [row] = await world.sql<{ id: string; key: string }>('select id, key from imports where user_id = $1', [
      ada.user_id,
    ]);
    const payload = { importId: row?.id ?? '', key: row?.key ?? '' };
    const context = { attempt: 1, last: false, signal: new AbortController().signal };
    for (const done of [1, 2]) {
      await runImport(world.platform, payload, context, 0);
      expect(await doneSoFar()).toMatchObject({ state: 'working', done });
    }
  });
  await world.runJobs();
  expect(await doneSoFar()).toMatchObject({ state: 'done', done: 3, refused: [] });
  expect(await gridOf(ada)).toHaveLength(3);
});

test('an import whose job was given up goes on within hours', async () => {
  const ada = await world.person('stuck');
  await whileNothingRuns(async () => {
    await send(ada, await zipOf(archiveFiles()));
    await world.sql('update graphile_worker._private_jobs set attempts = max_attempts');
    await world.sql(`update imports set created_at = created_at - interval '2 hours' where user_id = $1`, [
      ada.user_id,
    ]);
  });
  await world.runJobs();
  expect((await ada.get('/v1/import')).body.import).toMatchObject({ state: 'working' });
  await jobs.add(world.platform.db.kysely, 'archives.sweep', {});
  await world.runJobs();
  expect((await ada.get('/v1/import')).body.import).toMatchObject({ state: 'done', done: 1 });
});

test('one archive of a person arrives at a time', async () => {
  const ada = await world.person('twice');
  const zip = await zipOf(archiveFiles());
  const answers = await Promise.all([1, 2, 3].map(() => send(ada, zip)));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 422, 422]);
  await world.runJobs();
  expect(await gridOf(ada)).toHaveLength(1);
});

test("millions of empty lines in a small ZIP aren't read to their end", async () => {
  const ada = await world.person('lines');
  const files = archiveFiles().map((file) =>
    file.name === 'data/posts.json' ? { ...file, content: `[${'\n'.repeat(5_000_000)}]\n` } : file,
  );
  const began = performance.now();
  expect(await importOf(ada, files)).toMatchObject({
    state: 'failed',
    refused: [expect.stringContaining('posts.json')],
  });
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('an import with hundreds of broken files is abandoned', async () => {
  const ada = await world.person('heap');
  const names = Array.from({ length: 210 }, (_, index) => `media/${index}.png`);
  const posts = names.map((path, index) => archivedPost({ post_id: `h${index}`, files: [{ path, alt: null }] }));
  const media = Object.fromEntries(names.map((name) => [name, Buffer.from(`not a picture ${name}`)]));
  const { state, done, refused } = await importOf(ada, archiveFiles({ posts, media }));
  expect({ state, done }).toEqual({ state: 'failed', done: 200 });
  expect(refused.at(-1)).toMatch(/^And \d+ more\.$/);
});

describe('The session that began an import', () => {
  const otherSessionOf = async ({ user_id, user }: Person) => {
    const token = await world.platform.sessions.create(world.platform.db.kysely, user_id);
    return { user_id, user, ...world.withCookie(`hubbub=${token}`) } as Person;
  };
  const stateOf = async (person: Person) => (await person.get('/v1/import')).body.import;
  const allOver = { state: 'failed', done: 0, refused: ['The session that began this import was ended.'] };

  test.each<[string, (stranger: Person) => Promise<unknown>]>([
    ['logs out', (session) => session.post('/v1/users/logout')],
    [
      'ends itself among its sessions',
      async (session) => {
        const { sessions } = (await session.get('/v1/sessions')).body;
        const current = sessions.find((each: { current: boolean }) => each.current);
        await session.delete(`/v1/sessions/${current.session_id}`);
      },
    ],
    [
      'expires',
      async ({ cookie }) => {
        await world.sql(`update sessions set expires_at = now() - interval '1 minute' where token_hash = $1`, [
          hashToken(cookie.slice(7)),
        ]);
        await world.platform.sessions.removeExpired();
      },
    ],
  ])('takes nothing along when it %s: the import goes on', async (how, end) => {
    const ada = await world.person(`ends_${how.length}`);
    const session = await otherSessionOf(ada);
    await whileNothingRuns(async () => {
      await send(session, await zipOf(archiveFiles()));
      await end(session);
      expect((await session.get('/v1/user/check')).status).toBe(401);
    });
    await world.runJobs();
    expect(await stateOf(ada)).toMatchObject({ state: 'done', done: 1 });
  });

  test.each<[string, (person: Person, strangers: string) => Promise<{ status: number }>]>([
    ['ends it', (person, strangers) => person.delete(`/v1/sessions/${strangers}`)],
    ['ends all others', (person) => person.delete('/v1/sessions')],
    [
      'changes the password',
      ({ patch, user }) =>
        patch('/v1/users/password', {
          old_password: user.password,
          password: 'a brand new password',
          confirm_password: 'a brand new password',
        }),
    ],
  ])('takes it along when its person %s: it may have been a stranger', async (how, end) => {
    const ada = await world.person(`takes_${how.length}`);
    const stranger = await otherSessionOf(ada);
    await whileNothingRuns(async () => {
      await send(stranger, await zipOf(archiveFiles()));
      const { sessions } = (await ada.get('/v1/sessions')).body;
      const strangers = sessions.find((each: { current: boolean }) => !each.current).session_id;
      expect((await end(ada, strangers)).status).toBe(200);
      expect(await stateOf(ada)).toMatchObject(allOver);
    });
    await world.runJobs();
    expect(await gridOf(ada)).toEqual([]);
    expect(await storedArchives()).toEqual([]);
  });

  test("leaves other sessions' imports alone when it's ended", async () => {
    const ada = await world.person('apart');
    await otherSessionOf(ada);
    await whileNothingRuns(async () => {
      await send(ada, await zipOf(archiveFiles()));
      expect((await ada.delete('/v1/sessions')).status).toBe(200);
    });
    await world.runJobs();
    expect(await stateOf(ada)).toMatchObject({ state: 'done', done: 1 });
  });

  test('takes it along when its person says "This wasn\'t me", even if it had logged out by then', async () => {
    const ada = await world.person('disowns');
    // Both sessions may begin in the same millisecond; this one began before the log-in that the mail was about.
    await world.sql(`update sessions set created_at = created_at - interval '1 hour' where user_id = $1`, [
      ada.user_id,
    ]);
    const since = new Date();
    const stranger = await otherSessionOf(ada);
    const token = newToken();
    await insertDisownToken(world.platform.db.kysely, {
      tokenHash: hashToken(token),
      userId: ada.user_id,
      since,
      expiresAt: new Date(Date.now() + 60_000),
    });
    await whileNothingRuns(async () => {
      await send(stranger, await zipOf(archiveFiles()));
      await stranger.post('/v1/users/logout');
      expect(await stateOf(ada)).toMatchObject({ state: 'working' });
      expect((await world.stranger().post('/v1/sessions/disown', { token })).status).toBe(200);
      expect(await stateOf(ada)).toMatchObject(allOver);
    });
    await world.runJobs();
    expect(await gridOf(ada)).toEqual([]);
  });

  test("leaves the caller's own import alone when they disown another session in the settings", async () => {
    const ada = await world.person('disowns_other');
    await otherSessionOf(ada);
    await whileNothingRuns(async () => {
      await send(ada, await zipOf(archiveFiles()));
      const { sessions } = (await ada.get('/v1/sessions')).body;
      const strangers = sessions.find((each: { current: boolean }) => !each.current).session_id;
      await ada.post('/v1/user/confirm', { password: ada.user.password });
      expect((await ada.post(`/v1/sessions/${strangers}/disown`)).status).toBe(200);
    });
    await world.runJobs();
    expect(await stateOf(ada)).toMatchObject({ state: 'done', done: 1 });
  });

  test('begins none if it was ended while the ZIP arrived', async () => {
    const ada = await world.person('arrives');
    const session = { userId: ada.user_id, tokenHash: hashToken(newToken()), prolonged: false };
    const file = Readable.from(await zipOf(archiveFiles()), { objectMode: false });
    await expect(startImport(world.platform, session, (takeFile) => takeFile({ file }))).rejects.toMatchObject({
      status: 401,
    });
    expect(await stateOf(ada)).toMatchObject({ state: 'none' });
    expect(await storedArchives()).toEqual([]);
  });
});
