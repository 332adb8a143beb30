import { expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { codeIn, factoryPassword } from './accounts.factory.ts';
import { createLoginLink } from './login-links.service.ts';

const world = await testWorld();

const twice = (password: string) => ({ password, confirm_password: password });
const refused = { status: 422, body: { error: { password: expect.stringContaining('easy to guess') } } };
const easy = [
  'Password1',
  'Trustno1',
  'Hubbub2026',
  'grace_hopper',
  'Admiral!!',
  'amazing-1906',
  'Amazing@example.org',
];
const fresh = 'a nanosecond of wire';

const grace = { username: 'Admiral', name: 'Grace Hopper', email: 'amazing@example.org' };

test('Registration refuses easy passwords, and goes on with another one', async () => {
  const visitor = world.stranger();
  const { reg_id } = (await visitor.patch('/v1/register/email', { email: grace.email })).body;
  await visitor.patch('/v1/register/username', { reg_id, username: grace.username, name: grace.name });
  for (const password of easy) {
    expect(await visitor.post('/v1/users', { reg_id, ...twice(password) })).toMatchObject(refused);
  }
  expect((await visitor.post('/v1/users', { reg_id, ...twice(fresh) })).status).toBe(201);
});

test('A change, a reset and a log-in link refuse them, too; the reset and the link can be used again', async () => {
  const person = await world.person('grace', { name: grace.name });
  const change = (password: string) =>
    person.patch('/v1/users/password', { old_password: factoryPassword, ...twice(password) });
  expect(await change('iloveyou1')).toMatchObject(refused);
  expect((await change(fresh)).status).toBe(200);

  await world.stranger().post('/v1/otp', { username: 'grace' });
  await world.runJobs();
  const otp = codeIn(
    (await world.outbox()).find((mail) => mail.to === person.user.email && /^\d{6}$/m.test(mail.text)),
  );
  const { reset_token } = (await world.stranger().post('/v1/otp/validate', { username: 'grace', otp })).body;
  const reset = (password: string) =>
    world.stranger().patch('/v1/users/reset-password', { reset_token: reset_token.token, ...twice(password) });
  expect(await reset('hopper1906')).toMatchObject(refused);
  expect((await reset(`${fresh} 2`)).status).toBe(200);

  const link = await createLoginLink(world.platform, world.platform.db.kysely, person.user_id);
  const token = link.split('/w/')[1];
  const enter = (password: string) => world.stranger().post('/v1/users/login-link', { token, ...twice(password) });
  expect(await enter('gracehopper')).toMatchObject(refused);
  expect((await enter(`${fresh} 3`)).status).toBe(201);
});

test('People who already have such a password can still log in', async () => {
  await world.person('early', { password: 'password1' });
  const answer = await world.stranger().post('/v1/tokens/authentication', { username: 'early', password: 'password1' });
  expect(answer.status).toBe(201);
});

test("A site's own name is refused, and the software's name as well", async () => {
  const [owner, person] = [await world.person('keeps_site'), await world.person('joins_site')];
  await world.sql(`update users set site_role = 'owner' where id = $1`, [owner.user_id]);
  expect((await owner.patch('/v1/site', { name: 'Riverside' })).status).toBe(200);
  for (const password of ['Riverside1', 'Hubbub2026']) {
    expect(
      await person.patch('/v1/users/password', { old_password: factoryPassword, ...twice(password) }),
    ).toMatchObject(refused);
  }
});
