import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { loadConfig } from '#platform/config/config.ts';
import { openStorage } from '#platform/storage/storage.ts';
import { createBlank, dropBlanks, expectFiles, expectWhole, root, run, settingsOf, writeIn } from './backup-run.ts';
import { cloneDatabase, startWorld, type World } from './harness.ts';
import { noPgBouncer, startPgBouncer } from './pgbouncer.ts';

/** The real commands with a database behind PgBouncer in transaction mode. */

let folder: string;
let direct: Awaited<ReturnType<typeof cloneDatabase>>;
let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
let world: World;

describe.skipIf(noPgBouncer)(`backups behind a pooler${noPgBouncer ? ` (${noPgBouncer})` : ''}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(inject('scratchFolder'), 'backup-pooler-'));
    direct = await cloneDatabase();
    pooler = await startPgBouncer(direct.url);
    world = await startWorld({ database: { connectionString: pooler.url, directUrl: direct.url, pooler: 'auto' } });
  });
  afterAll(async () => {
    await world?.close();
    await pooler?.close();
    await direct?.drop();
    await dropBlanks();
    await rm(folder, { recursive: true, force: true });
  });

  test('with the direct address, a backup under load is consistent, and can be restored through a pooler', async () => {
    const target = join(folder, 'whole');
    const writers = await writeIn(world, 'pooled');
    try {
      const settings = { ...settingsOf(world), DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct.url };
      const { code, said } = await run('backup', ['--to', target], settings);
      expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/^The backup is complete: 2 people, /) });
    } finally {
      await writers.stop();
    }
    const blank = await createBlank();
    const through = await startPgBouncer(blank);
    try {
      const settings = {
        DATABASE_URL: through.url,
        DATABASE_DIRECT_URL: blank,
        DATA_DIR: join(folder, 'restored'),
      };
      const { code, said } = await run('restore', ['--from', target], settings);
      expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/\nRestored: 2 people, /) });
      await expectFiles(blank, await openStorage(loadConfig(settings, root)), target);
      const restored = await startWorld({
        database: { connectionString: through.url, directUrl: blank, pooler: 'auto' },
        settings: { DATA_DIR: settings.DATA_DIR },
      });
      try {
        await restored.runJobs();
        await expectWhole(restored, writers.before);
      } finally {
        await restored.close();
      }
    } finally {
      await through.close();
    }
  }, 240_000);

  test.each([
    ['backup', '--to'],
    ['restore', '--from'],
  ] as const)("without it, %s names the setting for PostgreSQL's direct address", async (command, option) => {
    const settings = { ...settingsOf(world), DATABASE_URL: pooler.url };
    expect(await run(command, [option, join(folder, command === 'backup' ? 'none' : 'whole')], settings)).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^The database's address points to a connection pooler.* backups need .* set DATABASE_DIRECT_URL to the address of PostgreSQL itself/,
      ),
    });
  });
});
