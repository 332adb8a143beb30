import { Secret, TOTP } from 'otpauth';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { createLoginLinks } from '#features/accounts/login-links.service.ts';
import { Authenticator } from './authenticator.ts';
import { type Person, testWorld } from './harness.ts';

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const world = await testWorld({ log });

/** The lines about somebody with this event. */
const linesOf = (person: Person, event: string) =>
  lines.filter(({ security, userId }) => security === event && userId === person.user_id);

describe("A log-in's line in the server's log says how", () => {
  const entrancesOf = (person: Person) =>
    ['log_in', 'new_device'].flatMap((event) => linesOf(person, event)).map(({ by, code }) => ({ by, code }));
  const logIn = async (username: string, code?: string) =>
    (await world.stranger().post('/v1/tokens/authentication', { username, password: factoryPassword, code })).status;

  test('By password, and with a code from an app or a recovery code', async () => {
    const person = await world.person('by_password');
    expect(await logIn('by_password')).toBe(201);
    await person.post('/v1/user/confirm', { password: factoryPassword });
    const { secret } = (await person.post('/v1/totp')).body;
    const codeOf = () => TOTP.generate({ secret: Secret.fromBase32(secret) });
    const { recovery_codes } = (await person.put('/v1/totp', { code: codeOf() })).body;
    await world.sql('update totp set last_period = last_period - 10 where user_id = $1', [person.user_id]);
    expect(await logIn('by_password', codeOf())).toBe(201);
    expect(await logIn('by_password', recovery_codes[0])).toBe(201);
    expect(entrancesOf(person)).toEqual([
      { by: 'password', code: undefined },
      { by: 'password', code: 'app' },
      { by: 'password', code: 'recovery' },
    ]);
  });

  test("By a log-in link of the team's", async () => {
    const person = await world.person('by_link');
    const [link = ''] = await world.platform.db.transaction((tx) =>
      createLoginLinks(world.platform, tx, [person.user_id]),
    );
    const token = new URL(link).searchParams.get('token');
    const password = 'a new long phrase';
    const { status } = await world
      .stranger()
      .post('/v1/users/login-link', { token, password, confirm_password: password });
    expect(status).toBe(201);
    expect(entrancesOf(person)).toEqual([{ by: 'login-link', code: undefined }]);
  });

  test('By passkey', async () => {
    const person = await world.person('by_passkey');
    const device = new Authenticator();
    await person.post('/v1/user/confirm', { password: factoryPassword });
    const options = (await person.post('/v1/passkeys/options')).body;
    expect((await person.post('/v1/passkeys', device.create(options))).status).toBe(201);
    const challenge = (await world.stranger().post('/v1/tokens/passkey/options')).body;
    expect((await world.stranger().post('/v1/tokens/passkey', device.answer(challenge))).status).toBe(201);
    expect(entrancesOf(person)).toEqual([{ by: 'passkey', code: undefined }]);
  });
});
