import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { post as postShape } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { readFixture } from '../../../test/fixtures/fixtures.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { testWorld } from '../../../test/harness.ts';

const world = await testWorld();
const ada = await world.person('ada');
const bob = await world.person('bob');

/** A form with its parts in the given order. */

const storedFiles = async () => {
  const entries = await readdir(join(world.platform.config.dataDir, 'media'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
};

const rowCounts = async () => {
  const [row] = await world.sql(
    'select (select count(*) from posts) as posts, (select count(*) from media_files) as media',
  );
  return row;
};

describe('POST /v1/posts', () => {
  test('creates a post with only text', async () => {
    const answer = await ada.upload('/v1/posts', formOf(['content', 'Hello']));
    expect(answer.status).toBe(201);
    expect(postShape.strict().parse(answer.body.post)).toMatchObject({
      content: 'Hello',
      user: { username: 'ada' },
      files: [],
      viewer: { can_delete: true },
    });
    expect((await bob.get(`/v1/posts/${answer.body.post.post_id}`)).body.post.content).toBe('Hello');
  });

  test('accepts pictures, video and sound, in upload order, and text that comes after them', async () => {
    const answer = await ada.upload(
      '/v1/posts',
      formOf(
        ['files', await fixtureFile('alpha.png')],
        ['files', await fixtureFile('clip.mp4')],
        ['files', await fixtureFile('tone.mp3')],
        ['content', 'All kinds'],
      ),
    );
    expect(answer.status).toBe(201);
    const { post } = answer.body;
    expect(
      postShape
        .strict()
        .parse(post)
        .files.map((file) => file.type),
    ).toEqual([expect.stringMatching(/^image\//), 'video/mp4', 'audio/mpeg']);
    await world.runJobs();
    for (const file of post.files) expect((await bob.get(`/media${file.path}`)).status).toBe(200);
    const later = (await bob.get(`/v1/posts/${post.post_id}`)).body.post;
    expect(later.files.map((file: { state: string }) => file.state)).toEqual(['ready', 'ready', 'ready']);
    expect(later.files.map((file: { file_id: string }) => file.file_id)).toEqual(
      post.files.map((file: { file_id: string }) => file.file_id),
    );
    expect(later.files[0].placeholder).toMatch(/^data:/);
  }, 60_000);

  describe('refuses, and leaves nothing behind:', () => {
    let before: unknown;
    let filesBefore: string[];
    beforeEach(async () => {
      await world.runJobs();
      before = await rowCounts();
      filesBefore = await storedFiles();
    });
    const nothingLeft = async () => {
      expect(await rowCounts()).toEqual(before);
      expect(await storedFiles()).toEqual(filesBefore);
    };

    test('blank or missing text', async () => {
      for (const form of [formOf(['content', ' \n ']), formOf(['files', await fixtureFile('alpha.png')])]) {
        const answer = await ada.upload('/v1/posts', form);
        expect([answer.status, answer.body]).toEqual([422, { error: { content: 'Content is required.' } }]);
      }
      await nothingLeft();
    });

    test('text longer than 1000 code points', async () => {
      expect((await ada.upload('/v1/posts', formOf(['content', '😀'.repeat(1000)]))).status).toBe(201);
      before = await rowCounts();
      expect((await ada.upload('/v1/posts', formOf(['content', '😀'.repeat(1001)]))).status).toBe(422);
      await nothingLeft();
    });

    test('more than ten files', async () => {
      const picture = await fixtureFile('alpha.png');
      const parts = Array.from({ length: 11 }, (): [string, File] => ['files', picture]);
      const answer = await ada.upload('/v1/posts', formOf(['content', 'Too many'], ...parts));
      expect([answer.status, answer.body]).toEqual([
        422,
        { error: { files: 'You can upload a maximum of 10 files.' } },
      ]);
      await nothingLeft();
    }, 60_000);

    test("a file that isn't a picture, video or sound, whatever its name says", async () => {
      const page = new File(['<html><script>alert(1)</script></html>'], 'picture.jpg', { type: 'image/jpeg' });
      const answer = await ada.upload(
        '/v1/posts',
        formOf(['content', 'x'], ['files', await fixtureFile('alpha.png')], ['files', page]),
      );
      expect(answer.status).toBe(415);
      await nothingLeft();
    });

    test('a large file of the wrong type, before it has arrived completely', async () => {
      const zeros = new File([new Uint8Array(30_000_000)], 'zeros.bin');
      expect((await ada.upload('/v1/posts', formOf(['files', zeros], ['content', 'x']))).status).toBe(415);
      await nothingLeft();
    });

    test("a body that isn't a form", async () => {
      expect((await ada.post('/v1/posts', { content: 'x' })).status).toBe(400);
      const headers = { 'content-type': 'multipart/form-data', cookie: ada.cookie };
      expect((await ada.fetch('/v1/posts', { method: 'POST', body: 'x', headers })).status).toBe(400);
      const cut = { 'content-type': 'multipart/form-data; boundary=b' };
      const body = '--b\r\ncontent-disposition: form-data; name="content"\r\n\r\nHello';
      expect((await ada.fetch('/v1/posts', { method: 'POST', body, headers: cut })).status).toBe(400);
      await nothingLeft();
    });

    test('an upload that the person aborts', async () => {
      const abort = new AbortController();
      const picture = await readFixture('alpha.png');
      const body = new ReadableStream({
        start(stream) {
          stream.enqueue(Buffer.from('--b\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\n'));
          stream.enqueue(picture);
          stream.enqueue(
            Buffer.from('\r\n--b\r\ncontent-disposition: form-data; name="files"; filename="b.png"\r\n\r\n'),
          );
          stream.enqueue(picture.subarray(0, 500));
        },
      });
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      const sent = ada.fetch('/v1/posts', {
        method: 'POST',
        body,
        headers,
        signal: abort.signal,
        duplex: 'half',
      } as RequestInit);
      const first = async () => Number((await rowCounts())?.media) > Number((before as { media: number }).media);
      await expect.poll(first).toBe(true);
      abort.abort();
      await expect(sent).rejects.toThrow();
      await expect.poll(rowCounts).toEqual(before);
      await expect.poll(storedFiles).toEqual(filesBefore);
    });
  });

  test('an empty file input counts as no file', async () => {
    const answer = await ada.upload('/v1/posts', formOf(['content', 'No file'], ['files', new File([], '')]));
    expect([answer.status, answer.body.post?.files]).toEqual([201, []]);
  });

  test('deleting the post deletes its files within seconds', async () => {
    const form = formOf(['content', 'Soon gone'], ['files', await fixtureFile('alpha.png')]);
    const { post } = (await ada.upload('/v1/posts', form)).body;
    await world.runJobs();
    expect((await ada.delete(`/v1/posts/${post.post_id}`)).status).toBe(200);
    await world.runJobs();
    expect((await ada.get(`/media${post.files[0].path}`)).status).toBe(404);
    expect(await world.sql('select from media_files where id = $1', [post.files[0].file_id])).toEqual([]);
  });
});
