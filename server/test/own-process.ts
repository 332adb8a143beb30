import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { hashToken } from '#platform/sessions/sessions.ts';
import { type Caller, cloneDatabase, createCaller } from './harness.ts';
import { launchServer, type ServerProcess } from './server-process.ts';

/**
 * The real server as a separate process with a folder and a database of its own, for a file whose tests kill it. It's started before the
 * tests and ended after them.
 */
export function ownProcess() {
  let folder: string;
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let client: pg.Client;
  let server: ServerProcess;
  let origin: string;

  const start = async () => {
    server = launchServer({ DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url, RATE_LIMITS: 'off' });
    origin = await server.origin();
  };
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows;

  beforeAll(async () => {
    folder = await mkdtemp(join(inject('scratchFolder'), 'process-'));
    database = await cloneDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await start();
  });
  afterAll(async () => {
    await server?.end('SIGTERM');
    await client?.end();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    /** A path in the server's folder. */
    path: (...names: string[]) => join(folder, ...names),
    query,
    /** The process that runs now. */
    running: () => server,
    /** Starts it again. */
    start,
    kill: () => server.end('SIGKILL'),
    caller: ({ cookie }: { cookie: string }): Caller => createCaller(origin, cookie),
    /** Somebody whose session is confirmed. */
    async createPerson(username: string) {
      const token = randomBytes(32).toString('base64url');
      const [row] = await query<{ id: string }>(
        `insert into users (id, username, email, password_hash, activated_at)
         values (gen_random_uuid(), $1, $1 || '@example.org', 'none', now()) returning id`,
        [username],
      );
      await query(
        `insert into sessions (token_hash, user_id, expires_at, confirmed_until)
         values ($1, $2, now() + interval '1 day', now() + interval '1 hour')`,
        [hashToken(token), row?.id],
      );
      return { id: row?.id ?? '', cookie: `hubbub=${token}` };
    },
  };
}
