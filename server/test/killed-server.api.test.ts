import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { hashToken } from '#platform/sessions/sessions.ts';
import { readFixture } from './fixtures/fixtures.ts';
import { formOf } from './forms.ts';
import { type Caller, cloneDatabase, createCaller } from './harness.ts';
import { launchServer, type ServerProcess } from './server-process.ts';

/** The real server as a separate process, killed without warning (SIGKILL) while an account is being deleted. */

interface Server {
  origin: string;
  end: ServerProcess['end'];
}

interface Person extends Caller {
  id: string;
  username: string;
}

// Recordings are rewritten by other processes, and what a killed server left unfinished is resumed after a while.
vi.setConfig({ testTimeout: 180_000 });

let folder: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;
let server: Server;
let witness: Person;
let witnessPost: string;

const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await client.query<Row>(text, values)).rows;

async function startServer(): Promise<Server> {
  const { origin, end } = launchServer({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    RATE_LIMITS: 'off',
  });
  return { origin: await origin(), end };
}

const kill = ({ end }: Server) => end('SIGKILL');

async function createPerson(username: string): Promise<Person> {
  const token = randomBytes(32).toString('base64url');
  const [row] = await query<{ id: string }>(
    `insert into users (id, username, email, password_hash, activated_at)
     values (gen_random_uuid(), $1, $1 || '@example.org', 'none', now()) returning id`,
    [username],
  );
  const id = row?.id ?? '';
  await query(`insert into sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')`, [
    hashToken(token),
    id,
  ]);
  return { ...createCaller(server.origin, `hubbub=${token}`), id, username };
}

/** The same person, on the server that's running now. */
const again = <P extends Person>(person: P): P => ({ ...person, ...createCaller(server.origin, person.cookie) });

/** Someone with posts with and without media, and votes and comments on the witness's post. */
async function createActivePerson(username: string): Promise<Person> {
  const person = await createPerson(username);
  const sound = new File([await readFixture('tone.mp3')], 'tone.mp3');
  const answers = [
    await person.upload('/v1/posts', formOf(['content', 'With a sound'], ['files', sound])),
    await person.upload('/v1/posts', formOf(['content', 'Without'])),
    await person.post(`/v1/posts/${witnessPost}/votes`, { vote_type: 1 }),
    await person.post(`/v1/posts/${witnessPost}/comments`, { content: 'Good' }),
    await person.post(`/v1/posts/${witnessPost}/comments`, { content: 'Very good' }),
  ];
  for (const { status } of answers) expect(status).toBeLessThan(300);
  return person;
}

const untilNoJob = () =>
  expect
    .poll(() => query('select task_identifier from graphile_worker.jobs where run_at <= now()'), { timeout: 50_000 })
    .toEqual([]);

/** Names of the media files, without extensions and sizes, that belong to no medium in the database. */
async function orphanedFiles(): Promise<string[]> {
  const known = await query<{ path: string }>('select path from media_files');
  const stems = known.map(({ path }) => path.slice(1, path.lastIndexOf('.')));
  const names = await readdir(join(folder, 'data', 'media'), { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map(({ name }) => basename(name))
    .filter((name) => !stems.some((stem) => name.startsWith(stem)));
}

async function expectExactCounters(): Promise<void> {
  expect(
    await query(
      `select * from posts where (upvote_count, downvote_count, comment_count) is distinct from (
         (select count(*) from post_votes where post_id = posts.id and value = 1),
         (select count(*) from post_votes where post_id = posts.id and value = -1),
         (select count(*) from comments where post_id = posts.id))`,
    ),
  ).toEqual([]);
}

async function expectUntouched(person: Person): Promise<void> {
  const { status, body } = await again(person).get(`/v1/users/${person.username}`);
  expect(status).toBe(200);
  expect(body.posts).toHaveLength(2);
  const files = [body.user.profile_path, body.posts[1].path];
  // The sound is served once its job has run, which may have been killed along with the server.
  const statusOf = async (path: string) => (await again(person).get(`/media${path}`)).status;
  for (const path of files) await expect.poll(async () => await statusOf(path), { timeout: 50_000 }).toBe(200);
  expect(await query('select from comments where author_id = $1', [person.id])).toHaveLength(2);
  expect(await query('select from post_votes where user_id = $1', [person.id])).toHaveLength(1);
  await expectExactCounters();
}

async function expectGone(person: Person): Promise<void> {
  await untilNoJob();
  expect((await again(person).get('/v1/user/check')).status, 'the session').toBe(401);
  expect((await again(witness).get(`/v1/users/${person.username}`)).status, 'the profile').toBe(404);
  for (const rows of [
    'posts where author_id = $1',
    'comments where author_id = $1',
    'post_votes where user_id = $1',
    'media_files where owner_id = $1',
    'sessions where user_id = $1',
  ]) {
    expect(await query(`select from ${rows}`, [person.id]), rows).toHaveLength(0);
  }
  expect(await orphanedFiles(), 'files').toEqual([]);
  await expectExactCounters();
  expect((await again(witness).get(`/v1/posts/${witnessPost}`)).status).toBe(200);
}

const deletion = (person: Person) => person.delete('/v1/users').catch(() => undefined);

/** Resolves when one of the server's transactions is waiting for a lock; jobs for the person's media may queue behind it. */
const untilWaiting = (lock = '%') =>
  expect
    .poll(() =>
      query(
        `select from pg_stat_activity
           where wait_event_type = 'Lock' and wait_event like $1 and datname = current_database()`,
        [lock],
      ),
    )
    .not.toEqual([]);

beforeAll(async () => {
  folder = await mkdtemp(join(inject('scratchFolder'), 'killed-'));
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  server = await startServer();
  witness = await createPerson('witness');
  const answer = await witness.upload('/v1/posts', formOf(['content', 'Somebody else wrote this']));
  witnessPost = answer.body.post.post_id;
});

afterAll(async () => {
  await kill(server);
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('killed in the middle of the transaction: the account is intact, and can be deleted again', async () => {
  const person = await createActivePerson('halfway');
  const picture = new File([await readFixture('still.webp')], 'still.webp');
  expect((await person.upload('/v1/profile', formOf(['profile_pic', picture]))).status).toBe(200);
  await client.query('begin');
  await client.query('select from comments where author_id = $1 for update', [person.id]);
  const answer = deletion(person);
  await untilWaiting();
  await kill(server);
  await client.query('rollback');
  expect(await answer).toBeUndefined();

  server = await startServer();
  await expectUntouched(person);
  expect((await again(person).delete('/v1/users')).status).toBe(200);
  await expectGone(person);
});

test('killed during the commit: the next start completes what was committed', async () => {
  const person = await createActivePerson('committing');
  await client.query(
    `create function wait_for_test() returns trigger language plpgsql as
       $$ begin perform pg_advisory_xact_lock(4711); return null; end $$;
     create constraint trigger wait_for_test after delete on users deferrable initially deferred
       for each row execute function wait_for_test();
     select pg_advisory_lock(4711)`,
  );
  const answer = deletion(person);
  await untilWaiting('advisory');
  await kill(server);
  expect(await answer).toBeUndefined();
  await client.query('select pg_advisory_unlock(4711)');
  await client.query('drop trigger wait_for_test on users; drop function wait_for_test()');

  server = await startServer();
  await expectGone(person);
});

test('killed before its jobs ran: the next start runs them', async () => {
  const person = await createActivePerson('early');
  await untilNoJob();
  await client.query(
    `create function put_off() returns trigger language plpgsql as
       $$ begin new.run_at := now() + interval '1 hour'; return new; end $$;
     create trigger put_off before insert on graphile_worker._private_jobs for each row execute function put_off()`,
  );
  expect((await person.delete('/v1/users')).status).toBe(200);
  await kill(server);
  await client.query('drop trigger put_off on graphile_worker._private_jobs; drop function put_off()');
  expect(await orphanedFiles(), 'the files are still there').not.toEqual([]);
  await client.query('update graphile_worker._private_jobs set run_at = now()');

  server = await startServer();
  await expectGone(person);
});

test('killed while removing files: the next start removes the rest', async () => {
  const person = await createActivePerson('late');
  const count = 3000;
  const place = join(folder, 'data', 'media', 'ab', 'cd');
  await mkdir(place, { recursive: true });
  const paths = Array.from({ length: count }, () => `/abcd${randomBytes(14).toString('hex')}.mp3`);
  for (const path of paths) await writeFile(join(place, path), 'sound');
  await query(
    `insert into media_files (id, owner_id, purpose, path, type, bytes, is_nsfw, state, metadata, attached_at)
     select gen_random_uuid(), $1, 'post', path, 'audio/mpeg', 5, false, 'ready', 'removed', now() from unnest($2::text[]) path`,
    [person.id, paths],
  );
  const answer = deletion(person);
  while ((await readdir(place)).length === count);
  await kill(server);
  await answer;
  const left = (await readdir(place)).length;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(count);

  server = await startServer();
  await expectGone(person);
});
