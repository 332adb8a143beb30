import { post as postShape } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { describe, expect, test } from 'vitest';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { testWorld } from '../../../test/harness.ts';

const world = await testWorld();
const ada = await world.person('ada');
const bob = await world.person('bob');

const twoFiles = async (alts?: string) =>
  formOf(
    ['files', await fixtureFile('alpha.png')],
    ['content', 'Look'],
    ...(alts === undefined ? [] : [['alts', alts] as const]),
    ['files', await fixtureFile('tone.mp3')],
  );

const altsOf = (post: { files: { alt: string | null }[] }) => post.files.map(({ alt }) => alt);

describe('alt texts', () => {
  test('describe each file of a post to everybody who sees it, even after the files were checked', async () => {
    const { status, body } = await ada.upload('/v1/posts', await twoFiles(JSON.stringify([' A red fox ', 'A bell'])));
    expect(status).toBe(201);
    expect(altsOf(postShape.strict().parse(body.post) as never)).toEqual(['A red fox', 'A bell']);
    await world.runJobs();
    const { post } = (await bob.get(`/v1/posts/${body.post.post_id}`)).body;
    expect(post.files[0].state).toBe('ready');
    expect(altsOf(post)).toEqual(['A red fox', 'A bell']);
    expect(altsOf((await bob.get('/v1/posts')).body.posts[0])).toEqual(['A red fox', 'A bell']);
    const { posts } = (await bob.get('/v1/users/ada')).body;
    expect(posts[0].alt).toBe('A red fox');
  });

  test.each([
    ['none at all', undefined, [null, null]],
    ['fewer than files', '["A red fox"]', ['A red fox', null]],
    ['blank and null ones', '["  ", null]', [null, null]],
    ['500 code points', JSON.stringify([null, '😀'.repeat(500)]), [null, '😀'.repeat(500)]],
  ])('are never required: %s', async (_name, alts, expected) => {
    const { status, body } = await ada.upload('/v1/posts', await twoFiles(alts));
    expect([status, altsOf(body.post)]).toEqual([201, expected]);
  });

  test.each([
    ['of more than 500 code points', JSON.stringify(['x'.repeat(501)]), 422],
    ['more than there are files', '["a", "b", "c"]', 422],
    ['with a character that the database refuses', JSON.stringify(['a\0b']), 422],
    ["that aren't JSON", 'A red fox', 400],
    ["that aren't texts", '[1, 2]', 400],
  ])('are refused %s', async (_name, alts, status) => {
    const before = await world.sql('select count(*)::int as n from media_files');
    const answer = await ada.upload('/v1/posts', await twoFiles(alts));
    expect([answer.status, Object.keys(answer.body.error)[0]?.split('.')[0]]).toEqual([status, 'alts']);
    expect(await world.sql('select count(*)::int as n from media_files')).toEqual(before);
  });

  test('a post from before alt texts existed is still valid', async () => {
    const { body } = await ada.upload('/v1/posts', await twoFiles());
    const { post_id } = body.post;
    await world.runJobs();
    await world.sql(
      `update posts set files = (select json_agg((file.value::jsonb - 'alt')::json) from json_array_elements(files) file) where id = $1`,
      [post_id],
    );
    const { post } = (await bob.get(`/v1/posts/${post_id}`)).body;
    expect(
      postShape
        .strict()
        .parse(post)
        .files.map((file) => file.alt),
    ).toEqual([undefined, undefined]);
  });
});
