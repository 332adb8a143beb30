import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { setSiteRole } from '../../../test/site.ts';

const password = 'a long enough password';

let world: World;
let owner: Person;
let member: Person;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.person('owner');
  member = await world.person('member');
  await setSiteRole(world, owner.user_id, 'owner');
});
afterAll(() => world.close());

const read = (page: string) => world.stranger().get(`/v1/site/pages/${page}`);
const site = async () => (await world.stranger().get('/v1/site')).body.site;
const change = (body: object) => owner.patch('/v1/site', body);

test('Anybody reads the pages that admins wrote; a page without text is 404', async () => {
  for (const page of ['imprint', 'privacy', 'terms', 'name']) expect((await read(page)).status).toBe(404);
  expect(await site()).toMatchObject({ pages: [], rules_tick: false });
  expect((await change({ privacy: '# Privacy\n\nWe keep little.' })).body.site.pages).toEqual(['privacy']);
  expect((await read('privacy')).body).toEqual({ page: { content: '# Privacy\n\nWe keep little.' } });
  expect((await read('imprint')).status).toBe(404);
  await change({ imprint: 'Elm Street 1' });
  expect((await site()).pages).toEqual(['imprint', 'privacy']);
  await change({ privacy: ' \n' });
  expect((await read('privacy')).status).toBe(404);
  expect((await site()).pages).toEqual(['imprint']);
});

test('Only admins can write them, and the audit log records which', async () => {
  expect((await member.patch('/v1/site', { imprint: 'Mine' })).status).toBe(422);
  await change({ imprint: 'Elm Street 2' });
  expect((await owner.get('/v1/audit')).body.entries[0]).toMatchObject({ action: 'site.changed', text: 'imprint' });
});

test('A page has up to 50,000 characters, in any script and however they come', async () => {
  const long = '😀'.repeat(50_000);
  expect((await change({ imprint: long, privacy: long })).status).toBe(200);
  expect((await read('privacy')).body.page.content).toBe(long);
  const form = new FormData();
  form.append('imprint', `${'語'.repeat(49_999)}!`);
  expect((await owner.fetch('/v1/site', { method: 'PATCH', body: form })).status).toBe(200);
  expect((await read('imprint')).body.page.content).toMatch(/語!$/);
  for (const page of ['imprint', 'privacy']) {
    const { status, body } = await change({ [page]: `${long}!` });
    expect(status).toBe(422);
    expect(Object.keys(body.error)).toEqual([page]);
  }
  expect((await read('privacy')).body.page.content).toBe(long);
});

const register = async (username: string, more: object = {}) => {
  const stranger = world.stranger();
  const { reg_id } = (await stranger.patch('/v1/register/email', { email: `${username}@example.org` })).body;
  await stranger.patch('/v1/register/username', { reg_id, username });
  const finish = (given: object) =>
    stranger.post('/v1/users', { reg_id, password, confirm_password: password, ...given });
  return { finish, first: await finish(more) };
};

const refused = { status: 422, body: { error: { rules: expect.any(String) } } };

test('If the site requires it, people have to accept the rules to register; nothing is lost meanwhile', async () => {
  expect((await register('before')).first.status).toBe(201);
  await change({ rules: ['Be kind.'], rules_tick: true });
  expect((await site()).rules_tick).toBe(true);
  const { first, finish } = await register('asked');
  expect(first).toMatchObject(refused);
  expect(await finish({ accepts_rules: false })).toMatchObject(refused);
  expect((await finish({ accepts_rules: true })).status).toBe(201);
  await change({ rules_tick: false });
  expect((await register('afterwards')).first.status).toBe(201);
});

test("People added by the team accept them with their log-in link; a member's new password needs no tick", async () => {
  await change({ rules_tick: true });
  const { body } = await owner.post('/v1/site/people', { people: [{ name: 'Bo', username: 'bo_added' }] });
  const token = new URL(body.people[0].login_url).pathname.split('/').at(-1);
  const stranger = world.stranger();
  const enter = (given: object) =>
    stranger.post('/v1/users/login-link', { password, confirm_password: password, ...given });
  expect((await stranger.post('/v1/users/login-link/read', { token })).body).toMatchObject({ asks_rules: true });
  expect(await enter({ token })).toMatchObject(refused);
  expect((await enter({ token, accepts_rules: true })).status).toBe(201);

  const { login_url: url } = (await owner.post('/v1/site/people/bo_added/reset')).body;
  const again = new URL(url).pathname.split('/').at(-1);
  expect((await stranger.post('/v1/users/login-link/read', { token: again })).body).toEqual({
    username: 'bo_added',
    name: 'Bo',
  });
  expect((await enter({ token: again })).status).toBe(201);
  await change({ rules_tick: false });
});

test('Anybody can read which data goes where', async () => {
  const { status, body } = await world.stranger().get('/v1/site/data');
  expect(status).toBe(200);
  const kinds = body.places.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['server', 'push', 'calls']));
});
