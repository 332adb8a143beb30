import { describe, expect, test } from 'vitest';
import { Authenticator } from '../../../test/authenticator.ts';
import { type Caller, type Person, testWorld } from '../../../test/harness.ts';
import { factoryPassword } from './accounts.factory.ts';
import { lockUser } from './accounts.queries.ts';

const world = await testWorld();
const { db, sessions } = world.platform;
type Tx = Parameters<Parameters<typeof db.transaction>[0]>[0];

const confirm = async (caller: Caller) => {
  expect((await caller.post('/v1/user/confirm', { password: factoryPassword })).status).toBe(200);
};
const another = async (person: Person): Promise<Caller> =>
  world.withCookie(`hubbub=${await sessions.create(db.kysely, person.user_id)}`);

/**
 * Makes a call that has to wait for its account's lock, does something else to the account meanwhile, and then lets the
 * call continue.
 */
async function meanwhile<T>(person: Person, call: () => Promise<T>, done: (tx: Tx) => Promise<unknown>): Promise<T> {
  let answer: Promise<T> | undefined;
  await db.transaction(async (tx) => {
    await lockUser(tx, person.user_id);
    answer = call();
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await world.sql(waiting)).length, { interval: 5 }).toBeGreaterThan(0);
    await done(tx);
  });
  if (!answer) throw new Error('The call was not made');
  return await answer;
}

const fresh = 'a brand new password';

describe('A call whose session is ended before its turn comes is 401 and changes nothing', () => {
  test.each<[string, (person: Person) => Promise<() => Promise<{ status: number }>>]>([
    [
      'adding a passkey',
      async (person) => {
        const made = new Authenticator().create((await person.post('/v1/passkeys/options')).body);
        return () => person.post('/v1/passkeys', made);
      },
    ],
    ['setting up codes', async (person) => () => person.post('/v1/totp')],
    ['turning codes on', async (person) => () => person.put('/v1/totp', { code: '000000' })],
    ['turning codes off', async (person) => () => person.delete('/v1/totp')],
    ['changing the email', async (person) => () => person.patch('/v1/users/email', { email: 'stolen@example.org' })],
    ['changing the username', async (person) => () => person.patch('/v1/users', { username: 'stolen' })],
    ['freeing old usernames', async (person) => () => person.patch('/v1/user/usernames', { keep: false })],
    [
      'changing the password',
      async (person) => () =>
        person.patch('/v1/users/password', {
          old_password: factoryPassword,
          password: fresh,
          confirm_password: fresh,
        }),
    ],
    ['ending the others', async (person) => () => person.delete('/v1/sessions')],
    ['exporting', async (person) => () => person.post('/v1/export')],
    ['deactivating', async (person) => () => person.post('/v1/users/deactivate', {})],
    ['deleting', async (person) => () => person.delete('/v1/users')],
  ])('%s', async (name, prepare) => {
    const person = await world.person(`late_${name.replace(/\W/g, '_')}`);
    const owner = await another(person);
    await confirm(person);
    const call = await prepare(person);
    const rows = () =>
      world.sql(
        `select users::text, (select count(*) from passkeys where user_id = users.id) as passkeys,
          (select count(*) from totp where user_id = users.id) as codes,
          (select count(*) from email_changes where user_id = users.id) as changes,
          (select count(*) from away_accounts where user_id = users.id) as away from users where id = $1`,
        [person.user_id],
      );
    const before = await rows();
    const { current } = (await owner.get('/v1/sessions')).body.sessions[0];
    expect(current).toBe(true);
    const answer = await meanwhile(person, call, (tx) =>
      tx
        .deleteFrom('sessions')
        .where('user_id', '=', person.user_id)
        .where('confirmed_until', 'is not', null)
        .execute(),
    );
    expect(answer.status).toBe(401);
    expect(await rows()).toEqual(before);
    expect((await owner.get('/v1/user/check')).status).toBe(200);
  });
});

describe('A log-in fails if its password or code stops working before its session begins', () => {
  test('A password that was changed', async () => {
    const person = await world.person('changed_meanwhile');
    const login = { username: 'changed_meanwhile', password: factoryPassword };
    const answer = await meanwhile(
      person,
      () => world.stranger().post('/v1/tokens/authentication', login),
      (tx) => tx.updateTable('users').set({ password_hash: 'another' }).where('id', '=', person.user_id).execute(),
    );
    expect(answer).toMatchObject({ status: 401, body: { error: 'Wrong username, email or password.' } });
  });

  test('A passkey that was removed', async () => {
    const person = await world.person('removed_meanwhile');
    await confirm(person);
    const device = new Authenticator();
    const made = device.create((await person.post('/v1/passkeys/options')).body);
    expect((await person.post('/v1/passkeys', made)).status).toBe(201);
    const options = (await world.stranger().post('/v1/tokens/passkey/options')).body;
    const answer = await meanwhile(
      person,
      () => world.stranger().post('/v1/tokens/passkey', device.answer(options)),
      (tx) => tx.deleteFrom('passkeys').where('user_id', '=', person.user_id).execute(),
    );
    expect(answer.status).toBe(401);
    expect((await person.get('/v1/sessions')).body.sessions).toHaveLength(1);
  });
});

test("Logging out while the same session changes something doesn't deadlock", async () => {
  for (let round = 0; round < 10; round += 1) {
    const person = await world.person(`parting_${round}`);
    await confirm(person);
    const [set, out] = await Promise.all([person.post('/v1/totp'), person.post('/v1/users/logout')]);
    expect([200, 401]).toContain(set.status);
    expect(out.status).toBe(200);
    expect((await person.get('/v1/user/check')).status).toBe(401);
  }
});
