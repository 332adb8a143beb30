import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveManifest, archiveParts } from '@hubbub/contract/features/archives/archives.shapes.ts';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { testClock } from '../../../test/clock.ts';
import { createClub } from '../../../test/community.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';
import { unzip } from '../../../test/unzip.ts';

vi.setConfig({ testTimeout: 60_000 });

const clock = testClock();
const world = await testWorld({ clock });
const talk = talkIn(() => world);
const { config } = world.platform;

const confirm = (person: Person) => person.post('/v1/user/confirm', { password: factoryPassword });

/** Starts an export and waits for it. */
async function exportOf(person: Person) {
  await confirm(person);
  expect((await person.post('/v1/export')).status).toBe(202);
  await world.runJobs();
  return (await person.get('/v1/export')).body.export;
}

const download = async (person: Person) => {
  const answer = await person.fetch('/v1/export/file');
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

const storedArchives = async () => {
  const names = await readdir(join(config.dataDir, 'media'), { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile() && entry.name.endsWith('-export.zip')).map(({ name }) => name);
};

/** Somebody who has done a bit of everything. */
async function busyPerson(name: string) {
  const [ada, bob] = [await world.person(name, { name: 'Ada <b>' }), await world.person(`${name}_friend`)];
  await ada.upload(
    '/v1/profile',
    formOf(['name', 'Ada <b>'], ['bio', 'I </script> things'], ['profile_pic', await fixtureFile('still.webp')]),
  );
  const alts = JSON.stringify(['A picture "quoted"']);
  const { post } = (
    await ada.upload(
      '/v1/posts',
      formOf(
        ['content', '<script>alert(1)</script> Привет'],
        ['alts', alts],
        ['files', await fixtureFile('alpha.png')],
      ),
    )
  ).body;
  const poll = JSON.stringify({
    choices: ['Yes', 'No'],
    multiple: false,
    ends_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await ada.upload('/v1/posts', formOf(['content', 'A poll'], ['poll', poll]));
  const theirs = (await bob.upload('/v1/posts', formOf(['content', 'Secret of Bob']))).body.post;
  const { comment } = (await ada.post(`/v1/posts/${theirs.post_id}/comments`, { content: 'My comment' })).body;
  await ada.post(`/v1/posts/${theirs.post_id}/votes`, { vote_type: 1 });
  await ada.put(`/v1/posts/${theirs.post_id}/bookmark`);
  await ada.put(`/v1/comments/${comment.comment_id}/reactions/${encodeURIComponent('👍')}`);
  await ada.put(`/v1/users/${bob.user.username}/follow`);
  await ada.post('/v1/reports', { kind: 'post', id: theirs.post_id, reason: 'spam', text: 'My report' });
  const club = await createClub(world, ada, [bob]);
  const channel = await createChannelOf(world.platform, {
    communityId: club.communityId,
    roles: [club.user],
    name: 'general',
  });
  await ada.post('/v1/channel/chats', { conversation: channel, content: 'In the channel' });
  await bob.post('/v1/channel/chats', { conversation: channel, content: 'Bob in the channel' });
  const room = await talk.open(ada, bob);
  await ada.upload(
    '/v1/chats',
    formOf(['conversation', room], ['content', 'With a file'], ['files', new File(['# Notes'], 'notes.md')]),
  );
  await talk.write(bob, room, 'Bob answers');
  await world.runJobs();
  return { ada, bob, post, club };
}

test("an export holds everything that's the person's, as its schema says, and nothing of others", async () => {
  const { ada, bob, post, club } = await busyPerson('ada');
  expect(await exportOf(ada)).toMatchObject({ state: 'ready', size: expect.any(Number) });
  const files = await unzip(await download(ada));
  const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? 'null');

  expect(archiveManifest.parse(json('manifest.json'))).toMatchObject({ username: 'ada', origin: 'http://localhost' });
  expect(Object.keys(json('schema.json'))).toContain('data/posts.json');
  for (const [name, part] of Object.entries<{ item: z.ZodType; single?: true }>(archiveParts)) {
    const shape = part.single ? part.item : z.array(part.item);
    expect(shape.safeParse(json(`data/${name}.json`)).success, name).toBe(true);
  }
  expect(json('data/account.json')).toMatchObject({ username: 'ada', bio: 'I </script> things' });
  expect(files.has(json('data/account.json').picture)).toBe(true);
  const posts = json('data/posts.json');
  expect(posts).toHaveLength(2);
  expect(posts[0]).toMatchObject({ post_id: post.post_id, files: [{ type: 'image/png', alt: 'A picture "quoted"' }] });
  expect(files.get(posts[0].files[0].path)?.subarray(1, 4).toString()).toBe('PNG');
  expect(posts[1].poll.choices).toEqual(['Yes', 'No']);
  const messages = json('data/messages.json');
  expect(messages.map(({ content, to }: { content: string; to: string }) => [content, to])).toEqual([
    ['In the channel', `#general in ${club.handle}`],
    ['With a file', `@${bob.user.username}`],
  ]);
  expect(messages[1].files[0].name).toBe('notes.md');
  expect(files.get(messages[1].files[0].path)?.toString()).toBe('# Notes');
  const counts = ['comments', 'votes', 'bookmarks', 'reactions', 'people', 'communities', 'reports', 'sessions'];
  for (const name of counts) expect(json(`data/${name}.json`), name).toHaveLength(1);
  expect(json('data/communities.json')[0]).toMatchObject({ can_edit: true });
  expect(json('data/security_log.json').at(-1)).toMatchObject({ event: 'data_exported' });

  const all = [...files.values()].map((content) => content.toString('latin1')).join('');
  for (const foreign of [
    'Secret of Bob',
    'Bob in the channel',
    'Bob answers',
    bob.user.email,
    'password_hash',
    '$argon2',
  ])
    expect(all, foreign).not.toContain(foreign);
});

test("an export's pages run nothing, escape every text and link to the files beside them", async () => {
  const { ada, bob } = await busyPerson('bea');
  await exportOf(ada);
  const files = await unzip(await download(ada));
  const pages = [...files].filter(([name]) => name.endsWith('.html'));
  expect(pages.map(([name]) => name)).toEqual(expect.arrayContaining(['index.html', 'pages/posts-1.html']));
  for (const [name, content] of pages) {
    const html = content.toString();
    expect(html, name).toContain("default-src 'none'");
    expect(html, name).not.toMatch(/<script|<b>|\son\w+=/i);
    const folder = name.includes('/') ? 'pages/' : '';
    for (const [, link = ''] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const target = new URL(link, `file:///${folder}`).pathname.slice(1);
      expect(files.has(target), `${name}: ${link}`).toBe(true);
    }
  }
  expect(files.get('pages/posts-1.html')?.toString()).toContain('&lt;script&gt;alert(1)&lt;/script&gt; Привет');
  expect(files.get('pages/messages-1.html')?.toString()).toContain(`<small>to @${bob.user.username}</small>`);
  expect(files.get('pages/security_log-1.html')?.toString()).toContain('<dd>Data exported</dd>');
});

test('starting and downloading an export need a confirmed session, and only its owner gets it', async () => {
  const [ada, eve] = [await world.person('cleo'), await world.person('eve')];
  expect((await ada.post('/v1/export')).body).toEqual({ error: { confirm: expect.any(String) } });
  await exportOf(ada);
  await confirm(eve);
  expect((await eve.get('/v1/export')).body.export.state).toBe('none');
  expect((await eve.fetch('/v1/export/file')).status).toBe(404);
  expect((await world.stranger().fetch('/v1/export/file')).status).toBe(401);
  const [row] = await world.sql<{ key: string }>('select key from exports where user_id = $1', [ada.user_id]);
  for (const person of [ada, eve, world.stranger()])
    expect((await person.fetch(`/media/${row?.key}`)).status).toBeGreaterThanOrEqual(400);
  expect((await ada.get('/v1/export/file?check=true')).body).toEqual({});
  clock.advance(11 * 60_000);
  expect((await ada.fetch('/v1/export/file')).status).toBe(422);
});

test('an interrupted download resumes where it stopped', async () => {
  const ada = await world.person('dora');
  await exportOf(ada);
  const whole = await download(ada);
  const start = await ada.fetch('/v1/export/file', { headers: { range: 'bytes=0-0' } });
  expect(start.headers.get('content-range')).toBe(`bytes 0-0/${whole.length}`);
  expect(start.headers.get('cache-control')).toBe('private, no-store');
  const rest = await ada.fetch('/v1/export/file', {
    headers: { range: 'bytes=100-', 'if-range': start.headers.get('etag') ?? '' },
  });
  expect(rest.status).toBe(206);
  expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(100))).toBe(true);
  expect((await ada.fetch('/v1/export/file', { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416);
});

test("downloads over a slow connection don't hold up the person's other calls", async () => {
  const [ada, bob] = [await world.person('dara'), await world.person('daras_friend')];
  // More than the kernel buffers for a client that doesn't read.
  const files = ['files', new File([randomBytes(20_000_000)], 'noise.bin')] as const;
  expect((await ada.upload('/v1/chats', formOf(['conversation', await talk.open(ada, bob)], files))).status).toBe(201);
  await exportOf(ada);
  const answers = await Promise.all(Array.from({ length: 4 }, () => ada.fetch('/v1/export/file')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await ada.get('/v1/sessions')).status).toBe(200);
  await Promise.all(answers.map(({ body }) => body?.cancel()));
});

test('a second request while one is being made starts nothing', async () => {
  const ada = await world.person('fay');
  await confirm(ada);
  const answers = await Promise.all([1, 2, 3].map(() => ada.post('/v1/export')));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  await world.runJobs();
  const entries = (await ada.get('/v1/user/security-log')).body.entries;
  expect(entries.filter(({ event }: { event: string }) => event === 'data_exported')).toHaveLength(1);
});

test('an export is deleted after seven days, when a new one is made, and with the account', async () => {
  const ada = await world.person('gina');
  const before = new Set(await storedArchives());
  const own = async () => (await storedArchives()).filter((name) => !before.has(name));
  await exportOf(ada);
  const [first] = await own();
  await exportOf(ada);
  const [second, ...others] = await own();
  expect(others).toEqual([]);
  expect(second).not.toBe(first);
  clock.advance(7 * 24 * 60 * 60_000 + 1000);
  expect((await ada.get('/v1/export')).body.export.state).toBe('none');
  await world.platform.jobs.add(world.platform.db.kysely, 'archives.sweep', {});
  await world.runJobs();
  expect(await own()).toEqual([]);
  await exportOf(ada);
  expect(await own()).toHaveLength(1);
  await ada.delete('/v1/users', { password: factoryPassword });
  await world.runJobs();
  expect(await own()).toEqual([]);
});

test('an export whose account is deleted while it is being made leaves no file', async () => {
  const ada = await world.person('hana');
  const before = await storedArchives();
  const { storage } = world.platform;
  const put = storage.put.bind(storage);
  const spy = vi.spyOn(storage, 'put').mockImplementation(async (...given) => {
    const stored = await put(...given);
    await ada.delete('/v1/users', { password: factoryPassword });
    return stored;
  });
  await confirm(ada);
  await ada.post('/v1/export');
  await world.runJobs();
  spy.mockRestore();
  expect(await storedArchives()).toEqual(before);
});

test('a file that the storage has lost is named, and the rest of the export is there', async () => {
  const ada = await world.person('ines');
  await ada.upload('/v1/posts', formOf(['content', 'Lost'], ['files', await fixtureFile('alpha.png')]));
  await world.runJobs();
  const [media] = await world.sql<{ id: string; path: string }>(
    'select id, path from media_files where owner_id = $1',
    [ada.user_id],
  );
  await world.platform.storage.remove([media?.path.slice(1) ?? '']);
  expect((await exportOf(ada)).state).toBe('ready');
  expect((await unzip(await download(ada))).get('index.html')?.toString()).toContain(`media/${media?.id}.png`);
});

test('an account with much data is exported page by page', async () => {
  const ada = await world.person('jo');
  await world.sql(
    `insert into posts (id, author_id, created_at, content)
     select ('018f0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, now(), 'Post ' || n from generate_series(1, 1203) n`,
    [ada.user_id],
  );
  await exportOf(ada);
  const files = await unzip(await download(ada));
  expect(JSON.parse(files.get('data/posts.json')?.toString() ?? '')).toHaveLength(1203);
  expect(files.get('pages/posts-1.html')?.toString()).toContain('posts-2.html');
  expect(files.get('pages/posts-12.html')?.toString()).toContain('posts-13.html');
  expect(files.get('pages/posts-13.html')?.toString()).toContain('Post 1203');
  expect(files.has('pages/posts-14.html')).toBe(false);
});
