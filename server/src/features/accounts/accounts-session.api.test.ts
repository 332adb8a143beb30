import { hash } from '@node-rs/argon2';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/harness.ts';
import { factoryPassword } from './accounts.factory.ts';

/** The `name=value` of the cookie a response sets. */
function cookieOf(headers: Headers): string {
  return headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

describe('log-in, log-out and the session', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  const logIn = (username: string, password = factoryPassword) =>
    world.stranger().post('/v1/tokens/authentication', { username, password });

  describe('POST /v1/tokens/authentication', () => {
    it("Answers 201 with the user and a cookie that's http-only and SameSite=Lax", async () => {
      const ada = await world.person('ada', { name: 'Ada Lovelace' });
      const answer = await logIn('ada');
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        user: {
          user_id: ada.user_id,
          _id: ada.user_id,
          username: 'ada',
          name: 'Ada Lovelace',
          profile_path: '/profiles/default.png',
          bio: '',
          email: 'ada@example.org',
          show_nsfw: false,
          site_role: null,
        },
      });
      const cookie = answer.headers.get('set-cookie');
      expect(cookie).toMatch(/HttpOnly/i);
      expect(cookie).toMatch(/SameSite=Lax/i);
      expect(cookie).not.toMatch(/Secure/i);
      expect((await world.withCookie(cookieOf(answer.headers)).get('/v1/user/check')).status).toBe(200);
    });

    it("Ends the browser's previous session", async () => {
      const before = await world.person('again');
      const credentials = { username: 'again', password: factoryPassword };
      const answer = await before.post('/v1/tokens/authentication', credentials);
      expect(answer.status).toBe(201);
      expect((await before.get('/v1/user/check')).status).toBe(401);
      expect((await world.withCookie(cookieOf(answer.headers)).get('/v1/user/check')).status).toBe(200);
    });

    it('Accepts an email as username, in any case', async () => {
      await world.person('grace', { email: 'Grace@Example.org' });
      expect((await logIn('grace@example.ORG')).status).toBe(201);
      expect((await logIn('GRACE')).status).toBe(201);
    });

    it('A wrong password and a missing account get the same answer', async () => {
      await world.person('known');
      const wrong = await logIn('known', 'not the password');
      const unknown = await logIn('unknown', 'not the password');
      expect(wrong.status).toBe(401);
      expect(wrong.body).toEqual({ error: expect.any(String) });
      expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
      expect(wrong.headers.get('set-cookie')).toBeNull();
    });

    it('403 only after the password was checked, and sends a new link', async () => {
      await world.person('sleeper');
      await world.sql("update users set activated_at = null where username = 'sleeper'");
      expect((await logIn('sleeper', 'not the password')).status).toBe(401);
      await world.runJobs();
      expect((await world.outbox()).filter((mail) => mail.to === 'sleeper@example.org')).toEqual([]);
      const right = await logIn('sleeper');
      expect(right.status).toBe(403);
      expect(right.headers.get('set-cookie')).toBeNull();
      await world.runJobs();
      expect((await world.outbox()).filter((mail) => mail.to === 'sleeper@example.org')).toHaveLength(1);
    });

    it.each([
      [{}, { username: 'Username/Email must be provided', password: 'Password must be provided' }],
      [
        { username: '', password: '' },
        { username: 'Username/Email must be provided', password: 'Password must be provided' },
      ],
      [{ username: 'no spaces', password: 'x' }, { username: 'Enter a valid Email or Username' }],
      [{ username: 'half@', password: 'x' }, { username: 'Enter a valid Email or Username' }],
    ])('Refuses %j: %j', async (body, error) => {
      expect(await world.stranger().post('/v1/tokens/authentication', body)).toMatchObject({
        status: 422,
        body: { error },
      });
    });

    it("A body that isn't JSON, or has the wrong type, is 400", async () => {
      const headers = { 'content-type': 'application/json' };
      for (const body of ['{"username":', '[]', '"ada"', '{"username":1,"password":"x"}']) {
        const answer = await world.stranger().fetch('/v1/tokens/authentication', { method: 'POST', headers, body });
        expect(answer.status).toBe(400);
        expect(await answer.json()).toHaveProperty('error');
      }
    });

    it('Composed and decomposed letters make the same password', async () => {
      await world.person('zoe', { password: 'Zoë likes tea'.normalize('NFC') });
      expect((await logIn('zoe', 'Zoë likes tea'.normalize('NFD'))).status).toBe(201);
    });

    it('Stores only a hash of the session', async () => {
      await world.person('hashed');
      const cookie = cookieOf((await logIn('hashed')).headers);
      const token = cookie.slice(cookie.indexOf('=') + 1);
      expect(token.length).toBeGreaterThanOrEqual(43);
      const rows = await world.sql('select to_jsonb(s)::text as row from sessions s');
      const stored = rows.map((row) => row.row).join('\n');
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(Buffer.from(token).toString('hex'));
      expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    });

    it('Rehashes a password of another cost at log-in', async () => {
      await world.person('veteran');
      await world.sql("update users set password_hash = $1 where username = 'veteran'", [
        await hash(factoryPassword, { memoryCost: 32, timeCost: 1, parallelism: 1 }),
      ]);
      expect((await logIn('veteran')).status).toBe(201);
      const [row] = await world.sql("select password_hash from users where username = 'veteran'");
      expect(row?.password_hash).not.toContain('m=32,');
      expect((await logIn('veteran')).status).toBe(201);
    });
  });

  describe('POST /v1/users/logout', () => {
    it.each(['/v1/users/logout', '/api/v1/users/logout'])('%s: the session is gone from the server', async (path) => {
      const person = await world.person(path.startsWith('/api') ? 'leaver_api' : 'leaver');
      expect((await person.get('/v1/user/check')).status).toBe(200);
      const answer = await person.post(path);
      expect(answer).toMatchObject({ status: 200, body: {} });
      expect(answer.headers.get('set-cookie')).toMatch(/^[^=]+=;.*(Max-Age=0|1970)/i);
      expect((await person.get('/v1/user/check')).status).toBe(401);
    });

    it('Answers {} without a session, and with a made-up one', async () => {
      expect(await world.stranger().post('/v1/users/logout')).toMatchObject({ status: 200, body: {} });
      expect(await world.withCookie('hubbub=made-up').post('/v1/users/logout')).toMatchObject({
        status: 200,
        body: {},
      });
    });

    it('Ends only this session', async () => {
      const phone = await world.person('two_devices');
      const laptop = world.withCookie(cookieOf((await logIn('two_devices')).headers));
      await phone.post('/v1/users/logout');
      expect((await laptop.get('/v1/user/check')).status).toBe(200);
    });
  });

  describe('A socket ends with its session', () => {
    const connect = async (cookie: string) => {
      const socket = io(world.origin, { transports: ['websocket'], reconnection: false, extraHeaders: { cookie } });
      const ended = new Promise<string>((resolve) => socket.on('disconnect', resolve));
      await new Promise<void>((resolve, reject) => socket.on('connect', resolve).on('connect_error', reject));
      return { socket, ended };
    };
    const fresh = { password: 'a brand new password', confirm_password: 'a brand new password' };

    it('at log-out', async () => {
      const person = await world.person('socket_logout');
      const { ended } = await connect(person.cookie);
      await person.post('/v1/users/logout');
      expect(await ended).toBe('transport close');
    });

    it('when the password changes, only the other ones', async () => {
      const person = await world.person('socket_change');
      const elsewhere = cookieOf((await logIn('socket_change')).headers);
      const [own, other] = [await connect(person.cookie), await connect(elsewhere)];
      await person.patch('/v1/users/password', { old_password: factoryPassword, ...fresh });
      await other.ended;
      expect(own.socket.connected).toBe(true);
      own.socket.disconnect();
    });

    it('when the account is deleted', async () => {
      const person = await world.person('socket_goner');
      const { ended } = await connect(person.cookie);
      await person.delete('/v1/users');
      await ended;
    });
  });

  it('GET /v1/user answers the caller', async () => {
    const person = await world.person('caller');
    expect(await person.get('/v1/user')).toMatchObject({
      status: 200,
      body: { user: { user_id: person.user_id, username: 'caller', email: 'caller@example.org', show_nsfw: false } },
    });
  });

  it('GET /v1/user/check answers {}', async () => {
    expect(await (await world.person('checker')).get('/v1/user/check')).toMatchObject({ status: 200, body: {} });
  });

  it.each(['/v1/user', '/v1/user/check'])('%s answers 401 without a session, or with an expired one', async (path) => {
    const person = await world.person(path === '/v1/user' ? 'expired_a' : 'expired_b');
    expect((await world.stranger().get(path)).status).toBe(401);
    await world.sql("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [
      person.user_id,
    ]);
    expect(await person.get(path)).toMatchObject({ status: 401, body: { error: expect.any(String) } });
  });
});
