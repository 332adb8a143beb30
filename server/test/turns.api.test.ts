import pg from 'pg';
import { expect, test } from 'vitest';
import { conversationPath, documents, fileOf, sendFiles } from './attachments.ts';
import { testWorld } from './harness.ts';
import { talkIn } from './talk.ts';

const world = await testWorld();
const { acquainted, open } = talkIn(() => world);

test("One person's many writes at once are done two at a time or refused with 429, never with 503, and others' aren't held up", async () => {
  const [ana, bob] = [await world.person('ana'), await world.person('bob')];
  await world.sql(
    `insert into users (id, username, email, password_hash, activated_at)
      select gen_random_uuid(), 'followed_' || n, 'followed' || n || '@example.org', '', now() from generate_series(1, 200) n`,
  );
  const flood = Promise.all(Array.from({ length: 200 }, (_, n) => ana.put(`/v1/users/followed_${n + 1}/follow`)));
  const own = await Promise.all(Array.from({ length: 3 }, (_, n) => bob.put(`/v1/users/followed_${n + 1}/follow`)));
  expect(own.map(({ status }) => status)).toEqual([200, 200, 200]);
  const answers = await flood;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
  const done = answers.filter(({ status }) => status === 200).length;
  const [row] = await world.sql<{ follows: number }>(
    'select count(*)::int as follows from follows where follower_id = $1',
    [ana.user_id],
  );
  expect(row?.follows).toBe(done);
  expect((await ana.put('/v1/users/followed_1/follow')).status).toBe(200);
});

test("One person's many files at once are stored two at a time, and leave the others connections to the database", async () => {
  const [, , conversation] = await acquainted();
  const [cyd, dan] = [await world.person('cyd'), await world.person('dan')];
  const client = new pg.Client(world.databaseUrl);
  await client.connect();
  await client.query('set idle_in_transaction_session_timeout = 0');
  await client.query('begin; lock table media_files in access exclusive mode');
  const files = [fileOf(documents.text, 'plates.txt')];
  const sent = Array.from({ length: 40 }, () => sendFiles(cyd, conversationPath, { conversation, files }));
  const waiting = async () =>
    (
      await world.sql(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'insert into %media_files%'",
      )
    ).length;
  await expect.poll(waiting).toBeGreaterThan(1);
  expect((await dan.put('/v1/users/cyd/follow')).status).toBe(200);
  expect(await waiting()).toBe(2);
  await client.end();
  // Nobody but the two who talk finds their conversation: what was stored meanwhile goes.
  expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([404]));
});

test("One person's many forwarded files at once are copied two at a time, and leave the others connections to the database", async () => {
  const [fay, gil, conversation] = await acquainted();
  const [hal, ida] = [await world.person('hal'), await world.person('ida')];
  const files = [fileOf(documents.text, 'plates.txt')];
  const { body } = await sendFiles(fay, conversationPath, { conversation, files });
  const elsewhere = await open(gil, hal);
  const forward = () => gil.post('/v1/chats', { conversation: elsewhere, forward: body.message._id });
  const client = new pg.Client(world.databaseUrl);
  await client.connect();
  await client.query('set idle_in_transaction_session_timeout = 0');
  await client.query('begin; lock table media_files in access exclusive mode');
  const sent = Array.from({ length: 40 }, forward);
  const waiting = async () =>
    (await world.sql("select from pg_stat_activity where wait_event_type = 'Lock' and query like '%media_files%'"))
      .length;
  await expect.poll(waiting).toBeGreaterThan(1);
  expect((await ida.put('/v1/users/hal/follow')).status).toBe(200);
  expect(await waiting()).toBe(2);
  await client.end();
  expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([201]));
  // Beyond the line, it's refused.
  const flood = await Promise.all(Array.from({ length: 150 }, forward));
  expect(flood.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([201, 429]));
});
