import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { examine } from '#operations/doctor/doctor.ts';
import { loadConfig } from '#platform/config/config.ts';
import { openStorage } from '#platform/storage/storage.ts';
import {
  backupFolder,
  createBlank,
  expectFiles,
  expectWhole,
  launch,
  root,
  run,
  settingsOf,
  writeIn,
} from './backup-run.ts';
import { startBucketServer } from './bucket.ts';
import { worst } from './doctor-run.ts';
import { startWorld } from './harness.ts';
import { launchServer } from './server-process.ts';

/** Backups of the embedded database and of buckets, with the real commands. */

// Many processes start in each test, and how long that takes isn't tested here.
vi.setConfig({ testTimeout: 180_000 });

const folder = await backupFolder();

test("with the embedded database, while its server is running and while it isn't; a restore killed halfway leaves a mark", async () => {
  const settings = { DATA_DIR: join(folder, 'embedded'), PORT: '0', LOG_LEVEL: 'silent' };
  const server = launchServer(settings);
  try {
    await server.origin();
    const target = join(folder, 'of-running');
    expect(await run('backup', ['--to', target], settings)).toEqual({
      code: 0,
      said: expect.stringContaining('The backup is complete: 0 people'),
    });
    expect(await run('restore', ['--from', target], settings)).toEqual({
      code: 1,
      said: `Another Hubbub is already using ${settings.DATA_DIR}. Stop it first, or give this one its own DATA_DIR.\n`,
    });
    await server.end('SIGTERM');
    expect((await run('backup', ['--to', join(folder, 'of-stopped')], settings)).code).toBe(0);
    const elsewhere = { ...settings, DATA_DIR: join(folder, 'embedded-2') };
    const half = launch('restore', ['--from', target], elsewhere);
    while (!(await stat(join(elsewhere.DATA_DIR, 'postgres')).catch(() => undefined))) await new Promise(setImmediate);
    half.child.kill('SIGKILL');
    await half.ended;
    const refused = { code: 1, said: expect.stringContaining(`npm run restore -- --from ${target}`) };
    expect(await launchServer(elsewhere, { stdio: ['ignore', 'pipe', 'pipe'] }).ended).toEqual(refused);
    expect(worst(await examine(elsewhere, root), 'database')?.found).toContain(`A restore from ${target} began`);
    expect((await run('restore', ['--from', target], elsewhere)).code).toBe(0);
    const restored = launchServer(elsewhere);
    await restored.origin();
    await restored.end('SIGTERM');
  } finally {
    await server.end('SIGKILL');
  }
});

test('with a bucket: from one to another', async () => {
  const server = await startBucketServer(['one', 'other']);
  const { settings: bucket } = server;
  const world = await startWorld({ settings: bucket('one') });
  const target = join(folder, 'bucket');
  const writers = await writeIn(world, 'bucket');
  try {
    const made = await run('backup', ['--to', target], { ...settingsOf(world), ...bucket('one') });
    expect(made).toEqual({ code: 0, said: expect.stringContaining('The backup is complete') });
    await writers.stop();
    const settings = { DATABASE_URL: await createBlank(), DATA_DIR: join(folder, 'bucket-data'), ...bucket('other') };
    expect((await run('restore', ['--from', target], settings)).code).toBe(0);
    await expectFiles(settings.DATABASE_URL, await openStorage(loadConfig(settings, root)), target);
    const restored = await startWorld({
      database: { connectionString: settings.DATABASE_URL },
      settings: bucket('other'),
    });
    await restored.runJobs();
    await expectWhole(restored, writers.before);
    await restored.close();
  } finally {
    await writers.stop();
    await world.close();
    await server.close();
  }
});
