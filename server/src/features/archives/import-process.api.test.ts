import { readdir } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { archivedPost, archiveFiles, zipOf } from '../../../test/archives.ts';
import { readFixture } from '../../../test/fixtures/fixtures.ts';
import { ownProcess } from '../../../test/own-process.ts';

/** The real server as a separate process, which is killed in the middle of an import. */

vi.setConfig({ testTimeout: 600_000, hookTimeout: 240_000 });

const count = 400;

const own = ownProcess();

test('an import resumes after the server was killed: every post is there once, in its order, and no file is left', async () => {
  const survivor = await own.createPerson('survivor');
  const picture = await readFixture('alpha.png');
  const posts = Array.from({ length: count }, (_, index) =>
    archivedPost({
      post_id: `p${index}`,
      content: index % 10 === 3 ? '' : `Post ${index}`,
      files: index % 50 === 0 ? [{ path: `media/${index}.png`, alt: null }] : [],
    }),
  );
  const media = Object.fromEntries(
    posts.flatMap((_, index) => (index % 50 === 0 ? [[`media/${index}.png`, picture]] : [])),
  );
  const zip = await zipOf(archiveFiles({ posts, media }));
  const person = () => own.caller(survivor);
  const form = new FormData();
  form.append('file', new File([zip], 'hubbub.zip'));
  expect((await person().upload('/v1/import', form)).status).toBe(202);
  const doneBy = async () => (await own.query('select done from imports'))[0]?.done;
  await expect.poll(doneBy, { timeout: 240_000, interval: 5 }).toBeGreaterThan(20);
  await own.kill();
  const done = await doneBy();
  expect(done).toBeLessThan(count);
  await own.start();
  const stateOf = async () => (await person().get('/v1/import')).body.import;
  await expect.poll(async () => (await stateOf()).state, { timeout: 480_000, interval: 200 }).toBe('done');
  expect(await stateOf()).toMatchObject({ done: count, total: count });
  expect((await stateOf()).refused).toHaveLength(count / 10);
  const stored = await own.query<{ content: string }>('select content from posts where author_id = $1 order by id', [
    survivor.id,
  ]);
  const expected = posts.map(({ content }) => content).filter((content) => content !== '');
  expect(stored.map(({ content }) => content)).toEqual(expected);
  const attached = await own.query('select id from media_files where attached_at is not null');
  expect(attached).toHaveLength(count / 50);
  const names = await readdir(own.path('data', 'media'), { recursive: true });
  expect(names.filter((name) => name.endsWith('-import.zip'))).toEqual([]);
});
