import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#operations/migrations/migrate.ts';
import { cloneDatabase, startWorld, type World } from './harness.ts';
import { noPgBouncer, startPgBouncer } from './pgbouncer.ts';

/** The product behind PgBouncer in transaction mode, where each transaction may be in another session. */

let direct: Awaited<ReturnType<typeof cloneDatabase>>;
let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
let world: World;

const text = (content: string) => {
  const form = new FormData();
  form.append('content', content);
  return form;
};

describe.skipIf(noPgBouncer)(`behind a pooler in transaction mode${noPgBouncer ? ` (${noPgBouncer})` : ''}`, () => {
  beforeAll(async () => {
    direct = await cloneDatabase();
    pooler = await startPgBouncer(direct.url);
    world = await startWorld({
      database: { connectionString: pooler.url, directUrl: direct.url, pooler: 'auto' },
    });
  });
  afterAll(async () => {
    await world?.close();
    await pooler?.close();
    await direct?.drop();
  });

  test('many people can read and write at the same time, with fewer sessions than connections', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, (_, index) => world.person(`person${index}`)));
    const made = await Promise.all(
      people.map((person) => person.upload('/v1/posts', text(`By ${person.user.username}`))),
    );
    for (const { status } of made) expect(status).toBe(201);
    const calls = people.flatMap((person) =>
      made.flatMap(({ body }) => [
        () => person.post(`/v1/posts/${body.post.post_id}/votes`, { vote_type: 1 }),
        () => person.post(`/v1/posts/${body.post.post_id}/comments`, { content: 'Good' }),
        () => person.get('/v1/posts'),
        () => person.get(`/v1/posts/${body.post.post_id}`),
        () => person.get(`/v1/users/${person.user.username}`),
        () => person.get('/v1/users?q=person'),
      ]),
    );
    const answers = await Promise.all(calls.map((call) => call()));
    expect(answers.filter(({ status }) => status >= 300).map(({ status, body }) => [status, body])).toEqual([]);
    expect(
      await world.sql('select upvote_count, comment_count from posts group by upvote_count, comment_count'),
    ).toEqual([{ upvote_count: 8, comment_count: 8 }]);
    const [sessions] = await world.sql<{ count: number }>(
      `select count(*)::int from pg_stat_activity where application_name = 'hubbub pipeline' and datname = current_database()`,
    );
    expect(sessions?.count).toBeLessThanOrEqual(3);
  });

  test('large statements at the same time reach the database as they were sent', async () => {
    const statement = { name: 'pooler-length', text: 'select length($1::text) as length, $2::int as number' };
    const texts = Array.from({ length: 400 }, (_, number) => 'x'.repeat(1000 + ((number * 7919) % 60_000)));
    const { reads } = world.platform.db;
    const answers = await Promise.all(
      texts.map((sent, number) => reads.query<{ length: number; number: number }>(statement, [sent, number])),
    );
    expect(answers.map(([row]) => row)).toEqual(texts.map((sent, number) => ({ length: sent.length, number })));
  });

  test('jobs start right away, run, and are marked over a direct connection', async () => {
    const ada = await world.person('ada');
    expect((await world.stranger().post('/v1/otp', { username: ada.user.username })).status).toBe(200);
    await expect.poll(async () => (await world.outbox()).length).toBe(1);
    await world.runJobs();
    const marks = await world.sql(
      `select application_name from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and classid = 4855243 and datname = current_database()`,
    );
    expect(marks).toEqual([{ application_name: 'hubbub' }]);
  });

  test('communities, messages and sockets work', async () => {
    const [bob, cleo] = [await world.person('bob'), await world.person('cleo')];
    const socket = await cleo.socket();
    const opened = await bob.post('/v1/conversations', { username: 'cleo' });
    expect(opened.status).toBeLessThan(300);
    const sent = await bob.post('/v1/chats', { conversation: opened.body.newConversation._id, content: 'Hello' });
    expect(sent.status).toBeLessThan(300);
    await expect.poll(() => socket.received.length).toBeGreaterThan(0);
  });

  test("migrations refuse a pooler, and name the setting for PostgreSQL's direct address", async () => {
    await expect(migrate(pooler.url, { pooler: 'auto' })).rejects.toThrow(/set DATABASE_DIRECT_URL to the address/);
    expect(await migrate(direct.url, { pooler: 'auto' })).toEqual([]);
  });
});
