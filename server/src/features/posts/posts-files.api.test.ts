import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readFixture } from '../../../test/fixtures/fixtures.ts';
import { testWorld } from '../../../test/harness.ts';

const world = await testWorld();

test('two files of a post that finish at the same moment both show as finished', async () => {
  const ada = await world.person('ada');
  const form = new FormData();
  form.append('content', 'Two pictures');
  for (const name of ['alpha.png', 'phone.jpg'] as const)
    form.append('files', new File([new Uint8Array(await readFixture(name))], name));
  const { post } = (await ada.upload('/v1/posts', form)).body;
  await world.runJobs();
  await world.sql("update media_files set placeholder = 'before'");
  const [first, second] = post.files.map(({ file_id }: { file_id: string }) => file_id);

  const { db, events } = world.platform;
  const finish = (mediaId: string, between: () => Promise<void>) =>
    db.transaction(async (tx) => {
      await sql`update media_files set placeholder = ${`after ${mediaId}`} where id = ${mediaId}`.execute(tx);
      await events.emit(tx, 'media.updated', { mediaId });
      await between();
    });
  let other = Promise.resolve();
  await finish(first, async () => {
    other = finish(second, () => Promise.resolve());
    // The second one gets as far as it can before the first is committed.
    await expect
      .poll(async () => (await world.sql("select from pg_stat_activity where wait_event_type = 'Lock'")).length)
      .toBeGreaterThan(0);
  });
  await other;

  const { files } = (await ada.get(`/v1/posts/${post.post_id}`)).body.post;
  expect(files.map(({ placeholder }: { placeholder: string }) => placeholder)).toEqual([
    `after ${first}`,
    `after ${second}`,
  ]);
});
