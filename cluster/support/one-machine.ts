import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { startEmbedded } from '../../server/src/operations/embedded-postgres/embedded.ts';
import type { Answer } from '../../server/test/harness.ts';
import { freePort } from '../../server/test/programs.ts';
import { type Cluster, connectClient, createPerson, type Person } from './cluster.ts';
import { type Running, release, run, take, until } from './processes.ts';

/** What `npm start -- --processes 2` starts: a parent, two children that serve one port, and one for background work. */
export interface OneMachine {
  readonly origin: string;
  person(name: string): Promise<Person>;
  sql: Cluster['sql'];
  /** Pids of a role's children. */
  children(role: 'api' | 'worker'): Promise<number[]>;
  readonly parent: Running;
  close(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');

/** Starts them without Redis, with their own database and folder. */
export async function startOneMachine(): Promise<OneMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-cluster-'));
  // PostgreSQL's account passes through it.
  await chmod(folder, 0o755);
  take(folder);
  const database = await startEmbedded(join(folder, 'database'), { processes: 3 });
  take(database.pid);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const parent = run(process.execPath, ['server/src/main.ts', '--processes', '2'], {
    cwd: root,
    logFile: join(folder, 'log'),
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'data'),
      PUBLIC_URL: origin,
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    },
  });
  let client: pg.Client | undefined;
  const close = async () => {
    await client?.end();
    await parent.end('SIGKILL');
    await database.stop();
    release(database.pid);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    release(folder);
  };
  try {
    await until('The start', () => /running at/.test(parent.output()), parent);
  } catch (error) {
    await close();
    throw error;
  }
  const sql: OneMachine['sql'] = async (text, values) => {
    client ??= await connectClient(database.url);
    return (await client.query(text, values)).rows;
  };
  return {
    origin,
    sql,
    parent,
    person: (name) => createPerson(sql, name),
    children: (role) => childrenOf(parent.pid, role),
    close,
  };
}

/** According to Linux: a process's children, and the settings they were started with. */
async function childrenOf(pid: number, role: string): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const found = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map(async (child) => {
        const environment = await readFile(`/proc/${child}/environ`, 'utf8').catch(() => '');
        return environment.split('\0').includes(`ROLE=${role}`) ? [Number(child)] : [];
      }),
  );
  return found.flat();
}

/** A call over its own connection: the next one goes to another child. */
export function callOnce(
  origin: string,
  cookie: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return new Promise((resolve_, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const given = text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const headers = { cookie, ...(given || {}) };
    const call = request(origin + path, { agent: false, method, headers }, (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        answer += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        const isJson = response.headers['content-type']?.includes('json');
        resolve_({
          status: response.statusCode ?? 0,
          headers: new Headers(),
          body: isJson ? JSON.parse(answer) : answer,
        });
      });
    });
    call.on('error', reject);
    call.end(text);
  });
}
