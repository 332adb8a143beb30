import { beforeEach, describe, expect, it } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { codeIn, factoryPassword } from './accounts.factory.ts';

const minute = 60 * 1000;
const fresh = 'a brand new password';

const clock = testClock();
const world = await testWorld({ clock });

describe('passwords', () => {
  let people = 0;
  let person: Person;
  beforeEach(async () => {
    people += 1;
    person = await world.person(`person_${people}`);
  });

  const logIn = (password: string) =>
    world.stranger().post('/v1/tokens/authentication', { username: person.user.username, password });

  const mails = async () => {
    await world.runJobs();
    return (await world.outbox()).filter((mail) => mail.to === person.user.email);
  };

  const requestCode = async (username = person.user.username): Promise<string> => {
    await world.stranger().post('/v1/otp', { username });
    return codeIn((await mails())[0]);
  };

  const validate = (otp: string, username = person.user.username) =>
    world.stranger().post('/v1/otp/validate', { username, otp });

  const resetToken = async (): Promise<string> => (await validate(await requestCode())).body.reset_token.token;

  const reset = (reset_token: string, password = fresh) =>
    world.stranger().patch('/v1/users/reset-password', { reset_token, password, confirm_password: password });

  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  describe('POST /v1/otp', () => {
    it('Echoes what the caller sent and nothing more, and mails a 6-digit code', async () => {
      const answer = await world.stranger().post('/v1/otp', { username: person.user.username.toUpperCase() });
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.body).toEqual({ username: person.user.username.toUpperCase() });
      expect(codeIn((await mails())[0])).toMatch(/^\d{6}$/);
    });

    it('Accepts an email, too', async () => {
      const answer = await world.stranger().post('/v1/otp', { username: person.user.email });
      expect(answer.body).toEqual({ username: person.user.email });
      expect((await validate(codeIn((await mails())[0]), person.user.email)).status).toBe(200);
    });

    it('Answers the same whether or not the account exists', async () => {
      const known = await world.stranger().post('/v1/otp', { username: person.user.username });
      const unknown = await world.stranger().post('/v1/otp', { username: 'nobody_at_all' });
      expect([unknown.status, Object.keys(unknown.body)]).toEqual([known.status, Object.keys(known.body)]);
      expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
      await world.runJobs();
    });

    it.each([
      [{}, 'Username/Email must be provided'],
      [{ username: 'not valid' }, 'Enter a valid Email or Username'],
    ])('Refuses %j: %s', async (body, text) => {
      expect(await world.stranger().post('/v1/otp', body)).toMatchObject({
        status: 422,
        body: { error: { username: text } },
      });
    });

    it('Stores only a hash of the code', async () => {
      const code = await requestCode();
      const [row] = await world.sql('select to_jsonb(c)::text as row from device_codes c where user_id = $1', [
        person.user_id,
      ]);
      expect(row?.row).toContain('$argon2id$');
      expect(row?.row).not.toContain(`"${code}"`);
    });
  });

  describe('POST /v1/otp/validate', () => {
    it('Answers {reset_token: {token, expiry}}, the expiry in an hour', async () => {
      const answer = await validate(await requestCode());
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        reset_token: {
          token: expect.stringMatching(/^[\w-]{43}$/),
          expiry: new Date(clock.now().getTime() + 60 * minute).toISOString(),
        },
      });
    });

    it('422 for a wrong code, the same as for a missing account', async () => {
      const code = await requestCode();
      const wrong = await validate(other(code));
      expect(wrong).toMatchObject({ status: 422, body: { error: { otp: expect.any(String) } } });
      const unknown = await validate(code, 'nobody_at_all');
      expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    });

    it('422 for an expired code, after 15 minutes', async () => {
      const code = await requestCode();
      clock.advance(15 * minute + 1000);
      expect((await validate(code)).status).toBe(422);
    });

    it('A code works once, even for two simultaneous requests', async () => {
      const code = await requestCode();
      const answers = await Promise.all([validate(code), validate(code)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
      expect((await validate(code)).status).toBe(422);
    });

    it('Allows at most 5 attempts per code', async () => {
      const code = await requestCode();
      for (let tries = 0; tries < 4; tries += 1) expect((await validate(other(code))).status).toBe(422);
      expect((await validate(code)).status).toBe(200);

      const second = await requestCode();
      const wrong = await Promise.all(Array.from({ length: 5 }, () => validate(other(second))));
      expect(wrong.map((answer) => answer.status)).toEqual([422, 422, 422, 422, 422]);
      expect((await validate(second)).status).toBe(422);
    });

    it('A new code replaces the previous one', async () => {
      const first = await requestCode();
      const second = await requestCode();
      if (first !== second) expect((await validate(first)).status).toBe(422);
      expect((await validate(second)).status).toBe(200);
    });

    it.each([
      [{ otp: '12345' }, 'OTP must have exactly 6 digits'],
      [{ otp: '1234567' }, 'OTP must have exactly 6 digits'],
      [{ otp: '12345a' }, 'OTP should only contain numeric digits'],
      [{}, 'OTP must have exactly 6 digits'],
    ])('Refuses %j: %s', async (given, text) => {
      const answer = await world.stranger().post('/v1/otp/validate', { username: person.user.username, ...given });
      expect(answer).toMatchObject({ status: 422, body: { error: { otp: text } } });
    });
  });

  describe('PATCH /v1/users/reset-password', () => {
    it("Sets the password and ends all of the user's sessions", async () => {
      const second = (await logIn(factoryPassword)).headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      expect(await reset(await resetToken())).toMatchObject({ status: 200, body: {} });
      expect((await person.get('/v1/user/check')).status).toBe(401);
      expect((await world.withCookie(second).get('/v1/user/check')).status).toBe(401);
      expect((await logIn(factoryPassword)).status).toBe(401);
      expect((await logIn(fresh)).status).toBe(201);
      expect((await mails()).map(({ subject }) => subject)).toContain('Your Hubbub password was changed');
    });

    it('Accepts the token in the query, too', async () => {
      const token = await resetToken();
      const answer = await world
        .stranger()
        .patch(`/v1/users/reset-password?reset_token=${token}`, { password: fresh, confirm_password: fresh });
      expect(answer.status).toBe(200);
      expect((await logIn(fresh)).status).toBe(201);
    });

    it('The token works once, even for two simultaneous requests', async () => {
      const token = await resetToken();
      const answers = await Promise.all([reset(token), reset(token)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
      expect(await reset(token)).toMatchObject({ status: 422, body: { error: { reset_token: expect.any(String) } } });
    });

    it('The token expires after an hour', async () => {
      const token = await resetToken();
      clock.advance(60 * minute + 1000);
      expect((await reset(token)).status).toBe(422);
    });

    it("A password that breaks a rule doesn't use up the token", async () => {
      const token = await resetToken();
      const short = await reset(token, 'short');
      expect(short).toMatchObject({
        status: 422,
        body: { error: { password: 'Password must be at least 8 characters' } },
      });
      const mismatch = await world
        .stranger()
        .patch('/v1/users/reset-password', { reset_token: token, password: fresh, confirm_password: `${fresh}.` });
      expect(mismatch.body.error).toEqual({ confirm_password: 'Passwords must match' });
      expect((await reset(token)).status).toBe(200);
    });

    it('Refuses a made-up or missing token', async () => {
      expect((await reset('made-up')).status).toBe(422);
      const missing = await world
        .stranger()
        .patch('/v1/users/reset-password', { password: fresh, confirm_password: fresh });
      expect(missing).toMatchObject({ status: 422, body: { error: { reset_token: expect.any(String) } } });
    });

    it('Does not activate an account', async () => {
      await world.sql('update users set activated_at = null where id = $1', [person.user_id]);
      expect((await reset(await resetToken())).status).toBe(200);
      expect((await logIn(fresh)).status).toBe(403);
    });
  });

  describe('PATCH /v1/users/password', () => {
    const change = (old_password: string, password = fresh, confirm_password = password) =>
      person.patch('/v1/users/password', { old_password, password, confirm_password });

    it("Changes the password and ends the user's other sessions", async () => {
      const elsewhere = world.withCookie(
        (await logIn(factoryPassword)).headers.get('set-cookie')?.split(';', 1)[0] ?? '',
      );
      expect(await change(factoryPassword)).toMatchObject({ status: 200, body: {} });
      expect((await person.get('/v1/user/check')).status).toBe(200);
      expect((await elsewhere.get('/v1/user/check')).status).toBe(401);
      expect((await logIn(factoryPassword)).status).toBe(401);
      expect((await logIn(fresh)).status).toBe(201);
      expect((await mails()).map(({ subject }) => subject)).toContain('Your Hubbub password was changed');
    });

    it('A wrong old password is 422, not 401', async () => {
      expect(await change('not the old one')).toMatchObject({
        status: 422,
        body: { error: { old_password: expect.any(String) } },
      });
      expect((await person.get('/v1/user/check')).status).toBe(200);
    });

    it('Of two simultaneous changes, one succeeds', async () => {
      const answers = await Promise.all([change(factoryPassword, `${fresh} 1`), change(factoryPassword, `${fresh} 2`)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    });

    it('Cancels a reset in progress', async () => {
      const token = await resetToken();
      await change(factoryPassword);
      expect((await reset(token, 'the password of a thief')).status).toBe(422);
    });

    it.each([
      [
        {},
        {
          old_password: 'Password must be provided',
          password: 'Password must be provided',
          confirm_password: 'Confirm Password is required',
        },
      ],
      [
        { old_password: factoryPassword, password: 'short', confirm_password: 'short' },
        { password: 'Password must be at least 8 characters' },
      ],
      [
        { old_password: factoryPassword, password: fresh, confirm_password: 'different' },
        { confirm_password: 'Passwords must match' },
      ],
    ])('Refuses %j: %j', async (body, error) => {
      expect(await person.patch('/v1/users/password', body)).toMatchObject({ status: 422, body: { error } });
    });

    it('Needs a session', async () => {
      const body = { old_password: factoryPassword, password: fresh, confirm_password: fresh };
      expect((await world.stranger().patch('/v1/users/password', body)).status).toBe(401);
    });
  });
});
