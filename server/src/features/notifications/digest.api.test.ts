import { beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { setSiteRole } from '../../../test/site.ts';
import { factoryPassword } from '../accounts/accounts.factory.ts';

const clock = testClock();
const world = await testWorld({ clock });
const day = 24 * 60 * 60 * 1000;
let number = 0;
let ada: Person;
let bob: Person;
let address: string;

beforeEach(async () => {
  number += 1;
  address = `bob_${number}@example.org`;
  ada = await world.person(`ada_${number}`);
  bob = await world.person(`bob_${number}`, { email: address });
});

const settings = async (person: Person) => (await person.get('/v1/notifications/settings')).body.settings;
const change = (person: Person, body: object) => person.patch('/v1/notifications/settings', body);
const digests = async () => {
  await world.platform.jobs.add(world.platform.db.kysely, 'notifications.digests', {});
  await world.runJobs();
  return (await world.outbox()).filter(({ to, subject }) => to === address && subject.startsWith('What you missed'));
};
const follow = async (person: Person) => {
  await person.put(`/v1/users/${bob.user.username}/follow`);
  await world.runJobs();
};
const linkIn = (text: string): string => /\/unsubscribe\?token=[\w-]+/.exec(text)?.[0] ?? '';

test('people choose how often they get a summary, of which types, and their quiet hours', async () => {
  expect(await settings(bob)).toMatchObject({
    mail: 'off',
    quiet: null,
    types: { message: { push: true, mail: true } },
  });
  const quiet = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' };
  await change(bob, { mail: 'weekly', quiet, types: { vote: { push: true }, comment: { mail: false } } });
  expect(await settings(bob)).toMatchObject({
    mail: 'weekly',
    quiet,
    types: { vote: { in_app: true, push: true, mail: true }, comment: { in_app: true, push: true, mail: false } },
  });
  await change(bob, { quiet: null });
  expect(await settings(bob)).toMatchObject({ mail: 'weekly', quiet: null, types: { vote: { push: true } } });
  for (const wrong of [
    { mail: 'hourly' },
    { quiet: { ...quiet, timezone: 'Mars/Olympus' } },
    { quiet: { ...quiet, to: '25:00' } },
  ]) {
    expect((await change(bob, wrong)).status).toBe(422);
  }
});

test('a summary comes once a day, with the counts of every badge, and only if there is something new and unread', async () => {
  await change(bob, { mail: 'daily' });
  clock.advance(1000);
  await follow(ada);
  const id = (await ada.post('/v1/conversations', { username: bob.user.username })).body.newConversation._id;
  await ada.post('/v1/chats', { conversation: id, content: 'Hello' });
  expect(await digests()).toEqual([]);
  clock.advance(day);
  const [mail] = await digests();
  const unread = (await bob.get('/v1/unread')).body;
  expect(unread).toMatchObject({ notifications: 1, conversations: 1, total: 2 });
  expect(mail?.text).toContain('You have 1 new notification and 1 conversation with unread messages.');
  expect(mail?.text).toContain(`ada_${number} followed you.`);
  clock.advance(day);
  expect(await digests()).toHaveLength(1);
  clock.advance(1000);
  await ada.post('/v1/chats', { conversation: id, content: 'Are you there?' });
  expect(await digests()).toHaveLength(1);
  clock.advance(day);
  expect(await digests()).toHaveLength(2);
});

test('a summary includes announcements, unless the person wants none by mail', async () => {
  const carl = await world.person(`carl_${number}`, { email: `carl_${number}@example.org` });
  for (const person of [bob, carl]) await change(person, { mail: 'daily' });
  await change(carl, { types: { announcement: { mail: false } } });
  await setSiteRole(world, ada.user_id, 'admin');
  clock.advance(1000);
  expect((await ada.put('/v1/site/announcement', { content: 'We move tomorrow.' })).status).toBe(200);
  await world.runJobs();
  clock.advance(day);
  const [mail] = await digests();
  expect(mail?.text).toContain("The site's team announced something.");
  expect((await world.outbox()).filter(({ to }) => to === carl.user.email)).toEqual([]);
});

test("the items of a summary are links: a comment's to its place below the post", async () => {
  await change(bob, { mail: 'daily' });
  clock.advance(1000);
  const form = new FormData();
  form.set('content', 'Hello');
  const postId = (await bob.upload('/v1/posts', form)).body.post.post_id;
  const said = (await ada.post(`/v1/posts/${postId}/comments`, { content: 'Hi' })).body.comment.comment_id;
  await world.runJobs();
  clock.advance(day);
  const [mail] = await digests();
  const address = `${world.platform.config.publicUrl}/posts/${postId}?comment=${said}`;
  expect(mail?.text).toContain(`ada_${number} commented on your post.\n${address}\n`);
  expect(mail?.html).toContain(`href="${address}"`);
});

test('nothing is sent to people who have read everything, want no summary, or chose other types', async () => {
  await follow(ada);
  clock.advance(8 * day);
  expect(await digests()).toEqual([]);
  await change(bob, { mail: 'weekly', types: { follow: { mail: false } } });
  clock.advance(1000);
  const eve = await world.person(`eve_${number}`);
  await follow(eve);
  clock.advance(8 * day);
  expect(await digests()).toEqual([]);
  await change(bob, { types: { follow: { mail: true } } });
  const { notifications } = (await bob.get('/v1/notifications')).body;
  await bob.post('/v1/notifications/read', { up_to: notifications[0]._id });
  clock.advance(8 * day);
  expect(await digests()).toEqual([]);
});

test('people who have deactivated their account get no summary until they are back', async () => {
  await change(bob, { mail: 'daily' });
  clock.advance(1000);
  await follow(ada);
  expect((await bob.post('/v1/users/deactivate', {})).status).toBe(200);
  clock.advance(day);
  expect(await digests()).toEqual([]);
  const { username } = bob.user;
  await world.stranger().post('/v1/tokens/authentication', { username, password: factoryPassword });
  expect(await digests()).toHaveLength(1);
});

test("a type that isn't wanted by mail is neither counted nor named, and causes no summary", async () => {
  await change(bob, { mail: 'daily', types: { follow: { mail: false }, message: { mail: false } } });
  clock.advance(1000);
  await follow(ada);
  const id = (await ada.post('/v1/conversations', { username: bob.user.username })).body.newConversation._id;
  await ada.post('/v1/chats', { conversation: id, content: 'Hello' });
  clock.advance(day);
  expect(await digests()).toEqual([]);
  clock.advance(1000);
  const form = new FormData();
  form.set('content', `Hello @${bob.user.username}`);
  await ada.upload('/v1/posts', form);
  await world.runJobs();
  clock.advance(day);
  const [mail] = await digests();
  expect(mail?.text).toContain('You have 1 new notification.');
  expect(mail?.text).not.toContain('followed you');
  expect((await bob.get('/v1/unread')).body).toMatchObject({ notifications: 2, conversations: 1 });
});

test("a notification that's only wanted by mail is in one summary, and groups count like conversations", async () => {
  await change(bob, { mail: 'daily', types: { follow: { in_app: false } } });
  clock.advance(1000);
  await follow(ada);
  const eve = await world.person(`eve_${number}`);
  const usernames = [bob.user.username, eve.user.username];
  const { body } = await ada.post('/v1/conversations', { usernames });
  const group = body.newConversation._id;
  await ada.post('/v1/chats', { conversation: group, content: 'Hello all' });
  clock.advance(day);
  const [first] = await digests();
  expect(first?.text).toContain('You have 1 new notification and 1 conversation with unread messages.');
  expect((await bob.get('/v1/unread')).body).toMatchObject({ notifications: 0, conversations: 1, total: 1 });
  clock.advance(1000);
  await ada.post('/v1/chats', { conversation: group, content: 'Anybody?' });
  clock.advance(day);
  const second = (await digests()).find(({ text }) => text !== first?.text);
  expect(second?.text).toContain('You have 1 conversation with unread messages.');
  await bob.put(`/v1/rooms/${group}/notify`, { notify: 'none' });
  clock.advance(1000);
  await ada.post('/v1/chats', { conversation: group, content: 'Hello?' });
  clock.advance(day);
  expect(await digests()).toHaveLength(2);
});

test('the link in a summary unsubscribes with one click and no session, but not by merely being opened', async () => {
  await change(bob, { mail: 'daily' });
  clock.advance(1000);
  await follow(ada);
  clock.advance(day);
  const [mail] = await digests();
  const link = linkIn(mail?.text ?? '');
  const opened = await fetch(`${world.origin}${link}`);
  expect(opened.status).toBe(200);
  expect(await opened.text()).toContain('Stop these mails?');
  expect((await settings(bob)).mail).toBe('daily');
  const form = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
  const forged = `${link.slice(0, -3)}${link.endsWith('AAA') ? 'BBB' : 'AAA'}`;
  expect((await fetch(`${world.origin}${forged}`, form)).status).toBe(404);
  expect((await settings(bob)).mail).toBe('daily');
  const posted = await fetch(`${world.origin}${link}`, form);
  expect([posted.status, (await settings(bob)).mail]).toEqual([200, 'off']);
  const multipart = new FormData();
  multipart.set('List-Unsubscribe', 'One-Click');
  expect((await fetch(`${world.origin}${link}`, { method: 'POST', body: multipart })).status).toBe(200);
});
