import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { post as postShape } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { afterAll, expect, test } from 'vitest';
import { type Person, startWorld, testWorld } from '../../../test/harness.ts';

const asked: string[] = [];
const site = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url?.startsWith('/inside')) response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  else
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end('<title>Tea</title><meta name="description" content="How to make it"><p>Secret</p>');
});
await new Promise<void>((resolve) => {
  site.listen(0, '127.0.0.1', resolve);
});
afterAll(() => site.close());
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
const world = await testWorld({
  settings: { LINK_PREVIEWS: 'on', LINK_PREVIEWS_INSIDE: origin.slice('http://'.length) },
});
const ada = await world.person('ada_links');

const postOf = async (person: Person, content: string) => {
  const form = new FormData();
  form.set('content', content);
  const { status, body } = await person.upload('/v1/posts', form);
  expect(status).toBe(201);
  return body.post;
};
const linkOf = async (person: Person, content: string) => {
  const { post_id } = await postOf(person, content);
  await world.runJobs();
  return postShape.parse((await person.get(`/v1/posts/${post_id}`)).body.post).link;
};

test("a post shows the title and description of its first link's page, in every list", async () => {
  const link = { url: `${origin}/tea`, title: 'Tea', description: 'How to make it', image_path: null };
  expect(await linkOf(ada, `Look: ${origin}/tea and ${origin}/other`)).toEqual(link);
  expect((await ada.get('/v1/posts')).body.posts[0].link).toEqual(link);
  expect(asked).toEqual(['/tea']);
});

test("a post without a link, or with one that leads nowhere or into the host's network, shows none", async () => {
  asked.length = 0;
  expect(await linkOf(ada, 'Hello')).toBeNull();
  expect(await linkOf(ada, `${origin}/inside`)).toBeNull();
  expect(await linkOf(ada, 'http://127.0.0.1:1/')).toBeNull();
  expect(await linkOf(ada, 'mail me@example.org or ftp://files.example/a')).toBeNull();
  expect(asked).toEqual(['/inside']);
});

test('with previews turned off, nothing is fetched', async () => {
  asked.length = 0;
  const off = await startWorld();
  const eve = await off.person('eve_links');
  const { post_id } = await postOf(eve, `${origin}/tea`);
  await off.runJobs();
  expect((await eve.get(`/v1/posts/${post_id}`)).body.post.link).toBeNull();
  expect(asked).toEqual([]);
  await off.close();
});
