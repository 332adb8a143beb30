import sharp from 'sharp';
import { expect, test } from 'vitest';
import { fixtureFile } from '../../test/forms.ts';
import { testWorld } from '../../test/harness.ts';

const world = await testWorld();
const owner = await world.person('owner');
await world.sql(`update users set site_role = 'owner' where username = 'owner'`);
const get = (path: string, headers: Record<string, string> = {}) => world.stranger().fetch(path, { headers });
const manifest = async () => JSON.parse(await (await get('/manifest.webmanifest')).text());

test('anybody can install the app, under its own name and with its own icons at first', async () => {
  const { headers } = await get('/manifest.webmanifest');
  expect(headers.get('content-type')).toMatch(/^application\/manifest\+json/);
  expect(await manifest()).toMatchObject({
    id: '/',
    name: 'Hubbub',
    start_url: '/feed',
    display: 'standalone',
    theme_color: expect.stringMatching(/^#/),
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'New post', url: '/post/upload' },
      { name: 'Messages', url: '/chat' },
    ],
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'files', accept: ['image/*', 'video/*'] }],
      },
    },
  });
  expect((await get('/icons/1024.png')).status).toBe(404);
});

test("the manifest and the icons change with the site's name and logo", async () => {
  const before = (await get('/manifest.webmanifest')).headers.get('etag') ?? '';
  expect((await get('/manifest.webmanifest', { 'if-none-match': before })).status).toBe(304);
  const form = new FormData();
  form.append('name', 'Elm Street');
  form.append('logo', await fixtureFile('alpha.png'), 'logo.png');
  expect((await owner.fetch('/v1/site', { method: 'PATCH', body: form })).status).toBe(200);
  expect((await get('/manifest.webmanifest', { 'if-none-match': before })).status).toBe(200);
  const { name, short_name, icons } = await manifest();
  expect([name, short_name]).toEqual(['Elm Street', 'Elm Street']);
  for (const { src, sizes } of icons) {
    const answer = await get(src);
    expect(answer.headers.get('content-type')).toBe('image/png');
    const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
  }
});

test('without a worker, sharing from a phone opens the composer and stores nothing, whoever sends it', async () => {
  for (const headers of [{}, { origin: 'https://elsewhere.example' }, { origin: 'null', cookie: owner.cookie }]) {
    const body = new FormData();
    body.append('title', 'Look');
    body.append('files', new Blob(['x'.repeat(100_000)], { type: 'image/png' }), 'x.png');
    const answer = await world.stranger().fetch('/share', { method: 'POST', headers, body, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/post/upload']);
  }
  expect(await world.sql('select 1 from media_files where owner_id = $1', [owner.user_id])).toEqual([]);
});
