import { describe, expect, test } from 'vitest';
import { Authenticator } from '../../../test/authenticator.ts';
import { type Caller, type Person, testWorld } from '../../../test/harness.ts';
import { factoryPassword } from './accounts.factory.ts';

const world = await testWorld();

const confirm = (caller: Caller) => caller.post('/v1/user/confirm', { password: factoryPassword });
const unconfirm = (person: Person) =>
  world.sql('update sessions set confirmed_until = null where user_id = $1', [person.user_id]);
const another = async (person: Person): Promise<Caller> =>
  world.withCookie(`hubbub=${await world.platform.sessions.create(world.platform.db.kysely, person.user_id)}`);

const optionsOf = async (caller: Caller) => {
  await confirm(caller);
  const { status, body } = await caller.post('/v1/passkeys/options');
  expect(status).toBe(200);
  return body;
};
/** Adds a passkey to an account. */
async function add(caller: Caller, device = new Authenticator()) {
  const { status, body } = await caller.post('/v1/passkeys', device.create(await optionsOf(caller)));
  expect(status).toBe(201);
  return { device, id: body.passkey.passkey_id as string, passkey: body.passkey };
}
const logInOptions = async () => (await world.stranger().post('/v1/tokens/passkey/options')).body;
const logIn = async (device: Authenticator, lies = {}) =>
  world.stranger().post('/v1/tokens/passkey', device.answer(await logInOptions(), lies));
const confirmOptions = async (caller: Caller) => (await caller.post('/v1/user/confirm/options')).body;
const eventsOf = async (person: Person): Promise<string[]> =>
  (await person.get('/v1/user/security-log')).body.entries.map((entry: { event: string }) => entry.event);
const tooLate = { status: 422, body: { error: { passkey: 'This took too long. Try again.' } } };
const confirmNeeded = { status: 422, body: { error: { confirm: expect.any(String) } } };

describe('Adding a passkey', () => {
  test('Needs a confirmed session, at its beginning and its end', async () => {
    const person = await world.person('pk_unsure');
    expect(await person.post('/v1/passkeys/options')).toMatchObject(confirmNeeded);
    const options = await optionsOf(person);
    await unconfirm(person);
    const made = new Authenticator().create(options);
    expect(await person.post('/v1/passkeys', made)).toMatchObject(confirmNeeded);
    await confirm(person);
    expect((await person.post('/v1/passkeys', made)).status).toBe(201);
  });

  test('The options name the account and require user verification, but say nothing about the person', async () => {
    const person = await world.person('pk_named', { name: 'Ana' });
    const options = await optionsOf(person);
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: 'pk_named', displayName: 'Ana' },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const handle = Buffer.from(options.user.id, 'base64url');
    expect(handle).toHaveLength(32);
    expect(handle.toString('latin1')).not.toContain('pk_named');
    expect(options.user.id).not.toContain(person.user_id);
    const { device } = await add(person);
    const next = await optionsOf(person);
    expect(next.excludeCredentials).toEqual([
      { id: device.create(next).id, type: 'public-key', transports: ['internal'] },
    ]);
  });

  test("It's listed under its own name or its device's, and its owner gets a mail and a notification", async () => {
    const person = await world.person('pk_told');
    const { passkey } = await add(person);
    expect(passkey).toEqual({
      passkey_id: expect.any(String),
      name: expect.stringMatching(/\S/),
      created_at: expect.any(String),
      last_used_at: null,
      made_for: null,
    });
    const named = { ...new Authenticator().create(await optionsOf(person)), name: ' Blue key ' };
    expect((await person.post('/v1/passkeys', named)).body.passkey.name).toBe('Blue key');
    const { passkeys } = (await person.get('/v1/passkeys')).body;
    expect(passkeys.map(({ name }: { name: string }) => name)).toEqual(['Blue key', passkey.name]);
    await world.runJobs();
    expect((await world.mailTo('pk_told@example.org'))?.subject).toBe('A passkey was added to your Hubbub account');
    const { notifications } = (await person.get('/v1/notifications')).body;
    expect(JSON.stringify(notifications)).toContain('A passkey was added to your account');
    expect((await eventsOf(person)).slice(0, 2)).toEqual(['passkey_added', 'passkey_added']);
  });

  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of another port', { origin: 'http://localhost:81' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without checking who it is', { verified: false }],
    ["in another site's frame", { crossOrigin: true }],
  ])('An answer made %s is refused, and uses its challenge up', async (kind, lies) => {
    const person = await world.person(`pk_add_${kind.replace(/\W/g, '').slice(0, 20)}`);
    const device = new Authenticator();
    const options = await optionsOf(person);
    expect((await person.post('/v1/passkeys', device.create(options, lies))).body.error).toHaveProperty('passkey');
    expect(await person.post('/v1/passkeys', device.create(options))).toMatchObject(tooLate);
    expect((await person.get('/v1/passkeys')).body.passkeys).toEqual([]);
  });

  test('The attestation, which says who made the authenticator, is ignored', async () => {
    const person = await world.person('pk_attested');
    const made = new Authenticator().create(await optionsOf(person), { format: 'packed' });
    expect((await person.post('/v1/passkeys', made)).status).toBe(201);
  });

  test('A challenge of another session, another account, for something else, or too old, is refused', async () => {
    const [ana, bob] = [await world.person('pk_ana'), await world.person('pk_bob')];
    const second = await another(ana);
    await Promise.all([confirm(ana), confirm(bob), confirm(second)]);
    const options = await optionsOf(ana);
    const made = new Authenticator().create(options);
    expect(await second.post('/v1/passkeys', made)).toMatchObject(tooLate);
    expect(await bob.post('/v1/passkeys', made)).toMatchObject(tooLate);
    const { challenge } = await logInOptions();
    expect(await ana.post('/v1/passkeys', new Authenticator().create(options, { challenge }))).toMatchObject(tooLate);
    await world.sql(`update passkey_challenges set expires_at = expires_at - interval '5 minutes'`);
    expect(await ana.post('/v1/passkeys', made)).toMatchObject(tooLate);
  });

  test('The same passkey is added once, also to another account', async () => {
    const [ana, bob] = [await world.person('pk_once'), await world.person('pk_twice')];
    const { device } = await add(ana);
    for (const person of [ana, bob]) {
      const made = device.create(await optionsOf(person));
      expect(await person.post('/v1/passkeys', made)).toMatchObject({
        status: 409,
        body: { error: { passkey: expect.any(String) } },
      });
    }
  });

  test('There can be 20, even if the last two are added at the same time', async () => {
    const person = await world.person('pk_many');
    const first = await add(person);
    await world.sql(
      `insert into passkeys select gen_random_uuid(), user_id, user_handle, int4send(n), public_key, 0, transports, name, created_at, null
       from passkeys, generate_series(1, 18) n where id = $1`,
      [first.id],
    );
    const made = [];
    for (const device of [new Authenticator(), new Authenticator()]) made.push(device.create(await optionsOf(person)));
    const answers = await Promise.all(made.map((each) => person.post('/v1/passkeys', each)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await person.post('/v1/passkeys/options')).body.error).toHaveProperty('passkey');
  });

  test.each([
    {},
    { id: 'a', rawId: 'a', type: 'password', response: {} },
    { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: '!', attestationObject: '!' } },
  ])("Something that isn't an answer is refused", async (body) => {
    const person = await world.person(`pk_odd${JSON.stringify(body).length}`);
    await confirm(person);
    expect([400, 422]).toContain((await person.post('/v1/passkeys', body)).status);
  });
});

test("After the site has moved, the list says which passkeys were made for another address; for old ones that's unknown", async () => {
  const person = await world.person('pk_moved');
  for (const name of ['here', 'there', 'unknown']) {
    const { id } = await add(person);
    await person.patch(`/v1/passkeys/${id}`, { name });
  }
  const host = (name: string, rpId: string | null) =>
    world.sql('update passkeys set rp_id = $1 where user_id = $2 and name = $3', [rpId, person.user_id, name]);
  await host('there', 'old.example.org');
  await host('unknown', null);
  const { passkeys } = (await person.get('/v1/passkeys')).body;
  const said = passkeys.map((passkey: { name: string; made_for: string | null }) => [passkey.name, passkey.made_for]);
  expect(Object.fromEntries(said)).toEqual({ here: null, there: 'old.example.org', unknown: null });
});

describe('Passkeys are renamed and removed', () => {
  test('By their person only, and removing needs a confirmed session', async () => {
    const [ana, bob] = [await world.person('pk_owner'), await world.person('pk_stranger')];
    const { id, device } = await add(ana);
    await confirm(bob);
    expect((await bob.patch(`/v1/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await bob.delete(`/v1/passkeys/${id}`)).status).toBe(404);
    expect((await ana.patch(`/v1/passkeys/${id}`, { name: ' ' })).body.error).toHaveProperty('name');
    expect((await ana.patch(`/v1/passkeys/${id}`, { name: 'x'.repeat(51) })).body.error).toHaveProperty('name');
    const { body } = await ana.patch(`/v1/passkeys/${id}`, { name: ' Phone ' });
    expect(body.passkey).toMatchObject({ passkey_id: id, name: 'Phone' });
    await unconfirm(ana);
    expect(await ana.delete(`/v1/passkeys/${id}`)).toMatchObject(confirmNeeded);
    await confirm(ana);
    expect((await ana.delete(`/v1/passkeys/${id}`)).status).toBe(200);
    expect((await ana.delete(`/v1/passkeys/${id}`)).status).toBe(404);
    expect((await logIn(device)).status).toBe(401);
    await world.runJobs();
    const mail = await world.mailTo('pk_owner@example.org', /removed/);
    expect(mail?.subject).toBe('A passkey was removed from your Hubbub account');
    expect(mail?.text).toContain('Phone');
    expect(await eventsOf(ana)).toContain('passkey_removed');
  });

  test('Ending a session that was not mine removes the passkeys added since it began', async () => {
    const person = await world.person('pk_invaded');
    const kept = await add(person);
    await world.stranger().post('/v1/tokens/authentication', { username: 'pk_invaded', password: factoryPassword });
    const thief = await world.stranger().post('/v1/tokens/authentication', {
      username: 'pk_invaded',
      password: factoryPassword,
    });
    const planted = await add(world.withCookie(thief.headers.get('set-cookie')?.split(';')[0] ?? ''));
    await world.runJobs();
    const mail = (await world.outbox()).find(({ subject }) => subject === 'New log-in to your Hubbub account');
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    expect((await world.stranger().post('/v1/sessions/disown', { token })).status).toBe(200);
    expect((await logIn(planted.device)).status).toBe(401);
    expect((await logIn(kept.device)).status).toBe(201);
  });

  test('Deleting an account removes its passkeys, and needs a confirmed session while there is one', async () => {
    const person = await world.person('pk_leaving');
    const { device } = await add(person);
    await unconfirm(person);
    expect(await person.delete('/v1/users', {})).toMatchObject(confirmNeeded);
    const options = await confirmOptions(person);
    expect((await person.post('/v1/user/confirm', device.answer(options))).status).toBe(200);
    expect((await person.delete('/v1/users', {})).status).toBe(200);
    expect(await world.sql('select from passkeys where user_id = $1', [person.user_id])).toEqual([]);
    expect((await logIn(device)).status).toBe(401);
  });
});
