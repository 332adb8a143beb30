import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { setSiteRole } from '../../../test/site.ts';
import { talkIn } from '../../../test/talk.ts';
import { unzip } from '../../../test/unzip.ts';

vi.setConfig({ testTimeout: 120_000 });

const world = await testWorld();
const talk = talkIn(() => world);

const confirm = (person: Person) => person.post('/v1/user/confirm', { password: factoryPassword });

const storedArchives = async () => {
  const folder = join(world.platform.config.dataDir, 'media');
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile() && entry.name.endsWith('-export.zip')).map(({ name }) => name);
};

test("An admin's export of somebody has their posts, comments and memberships, and nothing that only they see", async () => {
  const [ada, bob] = [await world.person('exported'), await world.person('friend')];
  await ada.upload('/v1/profile', formOf(['bio', 'Hello'], ['profile_pic', await fixtureFile('still.webp')]));
  await ada.upload('/v1/posts', formOf(['content', 'A picture'], ['files', await fixtureFile('alpha.png')]));
  const publish_at = new Date(Date.now() + 3_600_000).toISOString();
  const later = formOf(['content', 'Not yet'], ['files', await fixtureFile('still.webp')], ['publish_at', publish_at]);
  expect((await ada.upload('/v1/posts', later)).status).toBe(201);
  const theirs = (await bob.upload('/v1/posts', formOf(['content', 'Secret of Bob']))).body.post;
  await ada.post(`/v1/posts/${theirs.post_id}/comments`, { content: 'My comment' });
  await ada.post('/v1/reports', { kind: 'post', id: theirs.post_id, reason: 'spam', text: 'My report' });
  const room = await talk.open(ada, bob);
  const note = new File(['# Notes'], 'notes.md');
  await ada.upload('/v1/chats', formOf(['conversation', room], ['content', 'With a file'], ['files', note]));
  await world.runJobs();
  const admin = await world.person('exporter');
  await setSiteRole(world, admin.user_id, 'admin');
  await confirm(admin);
  const path = `/v1/site/people/${ada.user.username}/export`;
  expect((await admin.get(path)).body.export.state).toBe('none');
  expect((await admin.get(`${path}/file`)).status).toBe(404);
  const both = await Promise.all([admin.post(path), admin.post(path)]);
  expect(both.map(({ status }) => status)).toEqual([202, 202]);
  await world.runJobs();
  expect((await admin.get(path)).body.export).toMatchObject({ state: 'ready', size: expect.any(Number) });
  const answer = await admin.fetch(`${path}/file`);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const files = await unzip(Buffer.from(await answer.arrayBuffer()));
  const data = (name: string) => JSON.parse(String(files.get(`data/${name}.json`)));
  expect([...files.keys()].filter((name) => name.startsWith('data/')).toSorted()).toEqual(
    ['account', 'comments', 'communities', 'media', 'posts'].map((name) => `data/${name}.json`),
  );
  expect(Object.keys(JSON.parse(String(files.get('schema.json'))))).toHaveLength(6);
  expect(data('account')).toMatchObject({ username: ada.user.username });
  expect(data('account')).not.toHaveProperty('show_nsfw');
  expect(data('comments')).toMatchObject([{ content: 'My comment' }]);
  // The pictures of the post and of the profile, but neither a scheduled post's nor a message's file.
  expect(data('media')).toHaveLength(2);
  expect([...files.keys()].filter((name) => name.startsWith('media/'))).toHaveLength(2);
  const everything = [...files.values()].join('');
  for (const secret of ['With a file', 'Notes', 'My report', 'Secret of Bob', 'Not yet'])
    expect(everything).not.toContain(secret);

  // It belongs to the admin who requested it; the person's own export is a separate one.
  expect((await ada.get('/v1/export')).body.export.state).toBe('none');
  const other = await world.person('other_admin');
  await setSiteRole(world, other.user_id, 'admin');
  await confirm(other);
  expect((await other.get(`${path}/file`)).status).toBe(404);
  const { notifications } = (await ada.get('/v1/notifications')).body;
  expect(
    notifications.filter((one: { text: string }) => one.text === "The site's team downloaded your data"),
  ).toHaveLength(1);
  expect(
    (await world.outbox()).some(({ to, text }) => to === ada.user.email && text.includes('asked for a copy')),
  ).toBe(true);
  const audited = await world.sql('select actor_id, subject_id from audit_log where action = $1', ['person.exported']);
  expect(audited).toEqual([{ actor_id: admin.user_id, subject_id: ada.user_id }]);

  // Former admins can't download it, and it's deleted with the account.
  await setSiteRole(world, admin.user_id, 'moderator');
  expect((await admin.get(`${path}/file`)).status).toBe(422);
  expect(await storedArchives()).toHaveLength(1);
  expect((await ada.delete('/v1/users', {})).status).toBe(200);
  await world.runJobs();
  expect(await storedArchives()).toHaveLength(0);
});
