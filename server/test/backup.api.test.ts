import { cp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { filesInSnapshot } from '#features/media/public.ts';
import { audit } from '#features/site/public.ts';
import { backUp } from '#operations/backup/backup.ts';
import { restore } from '#operations/backup/restore.ts';
import { examine } from '#operations/doctor/doctor.ts';
import { loadConfig } from '#platform/config/config.ts';
import { StartError } from '#platform/errors/start-error.ts';
import { openStorage } from '#platform/storage/storage.ts';
import {
  backupFolder,
  connect,
  createBlank,
  expectFiles,
  expectWhole,
  launch,
  root,
  run,
  settingsOf,
  sha256,
  share,
  waitingFor,
  writeIn,
} from './backup-run.ts';
import { worst } from './doctor-run.ts';
import { formOf } from './forms.ts';
import { cloneDatabase, startWorld, type World } from './harness.ts';
import { launchServer } from './server-process.ts';

/** The real commands as separate processes, next to a server that is written to all the time. */

// Many processes start in each test, and how long that takes isn't tested here.
vi.setConfig({ testTimeout: 180_000 });

const folder = await backupFolder();

describe('npm run backup and npm run restore', () => {
  let world: World;
  let target: string;
  let writers: Awaited<ReturnType<typeof writeIn>>;

  beforeAll(async () => {
    world = await startWorld();
    target = join(folder, 'whole');
    writers = await writeIn(world, 'folder');
    await world.platform.db.transaction(async (tx) => {
      const subject = { kind: 'user', id: writers.ada.user_id };
      await audit(tx, { actorId: writers.ada.user_id, action: 'role.changed', subject, text: 'admin' });
      await audit(tx, { actorId: null, action: 'owner.named', subject });
    });
    try {
      const { code, said } = await run('backup', ['--to', target], settingsOf(world));
      expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/^The backup is complete: 2 people, /) });
    } finally {
      await writers.stop();
    }
  });
  afterAll(async () => await world.close());

  type Given = Record<string, never> & { tables: Record<string, unknown>[]; files: Record<string, unknown> };

  /** A tampered copy of the backup with correct checksums. */
  async function forge(name: string, change: (folder: string, given: Given) => Promise<unknown>): Promise<string> {
    const forged = join(folder, name);
    await cp(target, forged, { recursive: true });
    const text = JSON.stringify(
      await change(forged, JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'))),
    );
    await writeFile(join(forged, 'manifest.json'), text);
    await writeFile(join(forged, 'manifest.sha256'), `${sha256(Buffer.from(text))}  manifest.json\n`);
    return forged;
  }

  test('a backup under load, restored elsewhere, is consistent', async () => {
    expect(writers.counts.posts).toBeGreaterThan(0);
    expect(writers.counts.deleted).toBeGreaterThan(0);
    const settings = { DATABASE_URL: await createBlank(), DATA_DIR: join(folder, 'restored') };
    const { code, said } = await run('restore', ['--from', target], settings);
    expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/\nRestored: 2 people, \d+ posts, /) });
    const client = await connect(settings.DATABASE_URL);
    const { tables } = JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'));
    for (const { name, rows } of tables) {
      const found = await client.query(`select count(*)::int as count from ${name}`);
      expect({ name, rows: found.rows[0].count }).toEqual({ name, rows });
    }
    await client.end();
    await expectFiles(settings.DATABASE_URL, await openStorage(loadConfig(settings, root)), target);

    const restored = await startWorld({
      database: { connectionString: settings.DATABASE_URL },
      settings: { DATA_DIR: settings.DATA_DIR },
    });
    try {
      // Media that were being checked are checked again, and those whose posts were deleted are removed.
      await restored.runJobs();
      await expectWhole(restored, writers.before);
      const { username, password } = writers.ada.user;
      const login = await restored.stranger().post('/v1/tokens/authentication', { username, password });
      expect(login.status).toBeLessThan(300);
      const [cookie = ''] = login.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
      const written = await restored.withCookie(cookie).upload('/v1/posts', formOf(['content', 'After']));
      expect(written.status).toBe(201);
    } finally {
      await restored.close();
    }
    expect(await run('restore', ['--from', target], settings)).toEqual({
      code: 1,
      said: expect.stringContaining("The database isn't empty"),
    });
  });

  test("The audit log is in the backup, and still can't be changed after a restore", async () => {
    const settings = { DATABASE_URL: await createBlank(), DATA_DIR: join(folder, 'audited') };
    expect((await run('restore', ['--from', target], settings)).code).toBe(0);
    const client = await connect(settings.DATABASE_URL);
    const select = 'select * from audit_log order by id';
    expect((await client.query(select)).rows).toEqual(await world.sql(select));
    for (const statement of [`update audit_log set text = 'owner'`, 'delete from audit_log', 'truncate audit_log']) {
      await expect(client.query(statement), statement).rejects.toThrow('append-only');
    }
    const next = `insert into audit_log (action) values ('owner.named') returning id::int`;
    expect((await client.query(next)).rows).toEqual([{ id: 3 }]);
    await client.end();
  });

  test("no backup contains sessions, codes or tokens of links that expire, and restoring an older one doesn't revive them", async () => {
    const manifest = JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'));
    const names: string[] = manifest.tables.map(({ name }: { name: string }) => name);
    expect(names).toContain('users');
    const passing =
      'sessions reset_tokens one_time_codes device_codes disown_tokens passkey_challenges email_changes email_undos setup_codes';
    expect(names.filter((name) => passing.split(' ').includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['login_links', 'return_tokens', 'passkeys', 'totp']));

    const row = `\\\\x00\t${writers.ada.user_id}\t2026-01-01\t2026-01-01\t2099-01-01\n`;
    const columns = ['token_hash', 'user_id', 'created_at', 'last_seen_at', 'expires_at'];
    const older = await forge('older', async (folder, given) => {
      await writeFile(join(folder, 'database/tables/sessions.copy'), row);
      const written = { bytes: row.length, sha256: sha256(Buffer.from(row)) };
      return { ...given, tables: [...given.tables, { name: 'sessions', columns, rows: 1, ...written }] };
    });
    const settings = { DATABASE_URL: await createBlank(), DATA_DIR: join(folder, 'older-restored') };
    expect((await run('restore', ['--from', older], settings)).code).toBe(0);
    const client = await connect(settings.DATABASE_URL);
    expect((await client.query('select from users')).rowCount).toBe(2);
    expect((await client.query('select from sessions')).rows).toEqual([]);
    await client.end();
  });

  test.each<[string, Parameters<typeof forge>[1], string]>([
    [
      'a table name that escapes the folder',
      async (_folder, given) => ({ ...given, tables: [{ ...given.tables[0], name: '../../x' }] }),
      "has a format this version of Hubbub doesn't know",
    ],
    [
      'an invalid sequence value',
      async (_folder, given) => ({ ...given, sequences: [{ name: 'message_ids', lastValue: 'x', isCalled: true }] }),
      "has a format this version of Hubbub doesn't know",
    ],
    [
      'an unknown sequence',
      async (_folder, given) => ({ ...given, sequences: [{ name: 'nowhere', lastValue: '1', isCalled: true }] }),
      "The backup has sequences that Hubbub doesn't create: nowhere.",
    ],
    [
      'an unknown column',
      async (_folder, given) => ({ ...given, tables: [{ ...given.tables[0], columns: ['nowhere'] }] }),
      "The backup has columns that Hubbub doesn't create: ",
    ],
    [
      'a file key that escapes the folder',
      async (folder, given) => {
        const line = `${JSON.stringify({ key: '../../etc/passwd', type: 'image/png', bytes: 1, sha256: '' })}\n`;
        await writeFile(join(folder, 'files.jsonl'), line);
        return { ...given, files: { ...given.files, sha256: sha256(Buffer.from(line)) } };
      },
      "files.jsonl in the backup has a line that doesn't name one of Hubbub's files.",
    ],
    [
      'a symbolic link instead of a file',
      async (folder, given) => {
        await rename(join(folder, 'files.jsonl'), join(folder, 'elsewhere'));
        await symlink('elsewhere', join(folder, 'files.jsonl'));
        return given;
      },
      "files.jsonl in the backup isn't a file but a link",
    ],
    [
      'a symbolic link instead of a folder',
      async (folder, given) => {
        await rename(join(folder, 'media'), join(folder, 'elsewhere'));
        await symlink('elsewhere', join(folder, 'media'));
        return given;
      },
      "in the backup isn't a file but a link",
    ],
  ])('a backup with %s is refused with an explanation before any file is written', async (title, change, sentence) => {
    const forged = await forge(title.replaceAll(' ', '-'), change);
    const settings = { DATABASE_URL: await createBlank(), DATA_DIR: join(folder, 'no-files') };
    // One line, without a stack: the person restoring sees nothing else.
    const refused = await restore({ config: loadConfig(settings, root), from: forged }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(StartError);
    expect((refused as StartError).message).toContain(sentence);
    expect((refused as StartError).message).not.toContain('\n');
    expect(await readdir(join(folder, 'no-files/media'), { recursive: true }).catch(() => [])).toEqual([]);
  });

  test('only its owner can read a backup', async () => {
    expect((await stat(target)).mode & 0o777).toBe(0o700);
    expect((await stat(join(target, 'manifest.json'))).mode & 0o777).toBe(0o600);
  });

  test('a damaged or missing file is reported by name, and nothing is restored', async () => {
    const settings = { DATABASE_URL: await createBlank(), DATA_DIR: join(folder, 'untouched') };
    const [line = ''] = (await readFile(join(target, 'files.jsonl'), 'utf8')).split('\n');
    const { key } = JSON.parse(line);
    const name = `media/${key.slice(0, 2)}/${key}`;
    const content = await readFile(join(target, name));
    const damaged = Buffer.from(content);
    damaged.writeUInt8(damaged.readUInt8(50) ^ 1, 50);
    await writeFile(join(target, name), damaged);
    expect(await run('restore', ['--from', target], settings)).toEqual({
      code: 1,
      said: expect.stringContaining(`The backup is damaged: ${name} has changed.`),
    });
    await rm(join(target, name));
    expect(await run('restore', ['--from', target], settings)).toEqual({
      code: 1,
      said: expect.stringContaining(`${name} is missing`),
    });
    await writeFile(join(target, name), content);
    const client = await connect(settings.DATABASE_URL);
    expect((await client.query(`select from pg_tables where schemaname = 'public'`)).rows).toEqual([]);
    await client.end();
  });

  test("a newer version's backup is refused, and so is a database that a server is using", async () => {
    const settings = { DATABASE_URL: await createBlank(), DATA_DIR: join(folder, 'untouched') };
    const newer = join(folder, 'newer');
    await cp(target, newer, { recursive: true });
    const manifest = JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'));
    const text = JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999_future'] });
    await writeFile(join(newer, 'manifest.json'), text);
    const restoring = async () => await run('restore', ['--from', newer], settings);
    expect(await restoring()).toEqual({
      code: 1,
      said: expect.stringContaining('manifest.json has changed'),
    });
    await writeFile(join(newer, 'manifest.sha256'), `${sha256(Buffer.from(text))}  manifest.json\n`);
    expect(await restoring()).toEqual({ code: 1, said: expect.stringContaining('its database had 9999_future') });

    const server = new pg.Client({ connectionString: settings.DATABASE_URL, application_name: 'hubbub' });
    await server.connect();
    expect(await run('restore', ['--from', target], settings)).toEqual({
      code: 1,
      said: expect.stringContaining('A Hubbub server is connected to the database'),
    });
    await server.end();
  });

  test('a missing database gets an explanation', async () => {
    const settings = { DATABASE_URL: 'postgres://x@127.0.0.1:5549/none', DATA_DIR: join(folder, 'untouched') };
    expect(await run('backup', ['--to', join(folder, 'none')], settings)).toEqual({
      code: 1,
      said: expect.stringMatching(/^The database can't be reached/),
    });
  });

  test("a missing folder, or one that isn't a backup, is refused", async () => {
    const settings = { DATABASE_URL: await createBlank(), DATA_DIR: join(folder, 'untouched') };
    expect(await run('restore', ['--from', join(folder, 'nowhere')], settings)).toEqual({
      code: 1,
      said: expect.stringContaining("isn't a complete backup"),
    });
  });

  test("a folder that can't be created is refused", async () => {
    expect(await run('backup', ['--to', '/proc/nothing/here'], settingsOf(world))).toEqual({
      code: 1,
      said: expect.stringContaining("/proc/nothing isn't writable ("),
    });
  });

  test('an existing folder is refused', async () => {
    expect(await run('backup', ['--to', target], settingsOf(world))).toEqual({
      code: 1,
      said: expect.stringContaining(`${target} already exists.`),
    });
  });

  test.each([
    ['backup', []],
    ['backup', ['--into', 'x']],
    ['restore', ['--from']],
  ] as const)('%s %j: wrong arguments get an explanation', async (command, args) => {
    const { code, said } = await run(command, [...args], {});
    expect(code).toBe(64);
    expect(said).toMatch(/^Name a folder with --(to|from); .+ For example: npm run /);
  });

  test.each([
    ['SIGKILL', 1],
    ['SIGTERM', 0],
  ] as const)('a backup stopped by %s leaves no folder with its name, and the next one works', async (signal, left) => {
    const target = join(folder, `ended-${signal}`);
    const blocker = await connect(world.databaseUrl);
    await blocker.query('begin; lock table posts in access exclusive mode');
    const { child, ended } = launch('backup', ['--to', target], settingsOf(world));
    const leftovers = async () =>
      (await readdir(folder)).filter((name) => name.startsWith(`.ended-${signal}.unfinished-`));
    await expect.poll(async () => await waitingFor(world.databaseUrl, 'copy public."posts"%')).toBe(1);
    child.kill(signal);
    await ended;
    await blocker.end();
    expect(await readdir(folder)).not.toContain(`ended-${signal}`);
    expect(await leftovers()).toHaveLength(left);
    const locks = `select from pg_locks where locktype = 'advisory' and classid = 4855244`;
    await expect.poll(async () => await world.sql(locks)).toEqual([]);
    expect((await run('backup', ['--to', target], settingsOf(world))).code).toBe(0);
    expect(await leftovers()).toEqual([]);
  });

  test("a killed restore has stored no row; start, backup and doctor refuse what it left until it's run again", async () => {
    const database = await cloneDatabase();
    const settings = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'twice') };
    const blocker = await connect(database.url);
    await blocker.query('begin; lock table posts in share mode');
    const { child, ended } = launch('restore', ['--from', target], settings);
    await expect.poll(async () => await waitingFor(database.url, 'alter table public."posts"%')).toBe(1);
    child.kill('SIGKILL');
    await ended;
    await blocker.query('commit');
    expect((await blocker.query('select from users')).rows).toEqual([]);
    const sentence = expect.stringMatching(/A restore from .*whole began .* run it again: npm run restore -- --from /);
    const start = () => launchServer(settings, { stdio: ['ignore', 'pipe', 'pipe'] });
    expect(await start().ended).toEqual({ code: 1, said: sentence });
    expect(await run('backup', ['--to', join(folder, 'of-half')], settings)).toEqual({ code: 1, said: sentence });
    expect(worst(await examine(settings, root), 'database')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining(`A restore from ${target} began`),
      fix: expect.stringContaining('npm run restore'),
    });
    expect((await run('restore', ['--from', target], settings)).code).toBe(0);
    await expectFiles(database.url, await openStorage(loadConfig(settings, root)), target);
    await blocker.end();
    expect(worst(await examine(settings, root), 'database')).toMatchObject({ state: 'ok' });
    const server = start();
    await server.origin();
    await server.end('SIGTERM');
    await database.drop();
  });

  test('a file deleted while a backup runs is in the backup, and is removed afterwards', async () => {
    const { id, path } = await share(writers.ada, 'Soon gone');
    await world.runJobs();
    const manifest = await backUp({
      config: { ...world.platform.config, databaseUrl: world.databaseUrl },
      to: join(folder, 'deleting'),
      findFiles: async function* (snapshot) {
        yield* filesInSnapshot(snapshot);
        expect((await writers.ada.delete(`/v1/posts/${id}`)).status).toBeLessThan(300);
        await world.runJobs();
        expect((await world.stranger().get(`/media${path}`)).status).toBe(200);
      },
    });
    expect(manifest.missing).toEqual([]);
    expect(await readFile(join(folder, 'deleting/files.jsonl'), 'utf8')).toContain(path.slice(1));
    await world.sql('update graphile_worker._private_jobs set run_at = now()');
    await world.runJobs();
    expect((await world.stranger().get(`/media${path}`)).status).toBe(404);
  });
});
