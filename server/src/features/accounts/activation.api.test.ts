import { describe, expect, it } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { testWorld } from '../../../test/harness.ts';
import { activationTokenIn } from './accounts.factory.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const password = 'a long enough password';

const clock = testClock();
const world = await testWorld({ clock });

describe('accounts that were never activated', () => {
  /** Registers someone and returns the token from the mail. */
  const register = async (username: string, email = `${username}@example.org`): Promise<string> => {
    const visitor = world.stranger();
    const { reg_id } = (await visitor.patch('/v1/register/email', { email })).body;
    await visitor.patch('/v1/register/username', { reg_id, username });
    const made = await visitor.post('/v1/users', { reg_id, password, confirm_password: password });
    expect(made.status).toBe(201);
    await world.runJobs();
    return activationTokenIn(await world.mailTo(email));
  };

  const logIn = (username: string) => world.stranger().post('/v1/tokens/authentication', { username, password });

  const removeExpired = async () => {
    await world.platform.jobs.add(world.platform.db.kysely, 'accounts.remove-expired', {});
    await world.runJobs();
  };

  it('Are deleted when their link expires, and name and address are available again', async () => {
    await register('squatter', 'wanted@example.org');
    clock.advance(3 * day - hour);
    await removeExpired();
    expect(await world.sql("select from users where username = 'squatter'")).toHaveLength(1);
    clock.advance(2 * hour);
    await removeExpired();
    expect(await world.sql("select from users where username = 'squatter'")).toHaveLength(0);
    expect(await register('squatter', 'wanted@example.org')).toEqual(expect.any(String));
  });

  it("Sending a link again doesn't extend their time", async () => {
    await register('stayer');
    clock.advance(2 * day);
    expect((await logIn('stayer')).status).toBe(403);
    await world.runJobs();
    const token = activationTokenIn(await world.mailTo('stayer@example.org'));
    clock.advance(day + 1000);
    expect((await world.stranger().put('/v1/users/activated', { token })).status).toBe(422);
    expect((await logIn('stayer')).status).toBe(401);
    await removeExpired();
    expect(await world.sql("select from users where username = 'stayer'")).toHaveLength(0);
  });

  it('An account activated in time stays', async () => {
    const token = await register('punctual');
    expect((await world.stranger().put('/v1/users/activated', { token })).status).toBe(200);
    clock.advance(30 * day);
    await removeExpired();
    expect((await logIn('punctual')).status).toBe(201);
  });

  it('The mail names the username, and says how to delete a registration and until when the link works', async () => {
    await register('named_here');
    const text = (await world.mailTo('named_here@example.org'))?.text ?? '';
    expect(text).toContain('named_here');
    expect(text).toContain("This wasn't me");
    expect(text).toContain(
      `until ${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(clock.now().getTime() + 3 * day)}`,
    );
  });

  describe('POST /v1/users/activation', () => {
    it('Says whose account a link activates, and activates nothing', async () => {
      const token = await register('looked_at');
      for (let look = 0; look < 2; look += 1) {
        const answer = await world.stranger().post('/v1/users/activation', { token });
        expect(answer).toMatchObject({ status: 200, body: { username: 'looked_at', expires_at: expect.any(String) } });
        expect(Object.keys(answer.body).sort()).toEqual(['expires_at', 'username']);
      }
      expect((await logIn('looked_at')).status).toBe(403);
    });

    it.each([[{}], [{ token: '' }], [{ token: 'made-up' }]])('Refuses %j', async (body) => {
      const answer = await world.stranger().post('/v1/users/activation', body);
      expect(answer).toMatchObject({ status: 422, body: { error: { token: expect.any(String) } } });
    });

    it('A used link no longer reveals a name', async () => {
      const token = await register('used_up');
      await world.stranger().put('/v1/users/activated', { token });
      expect((await world.stranger().post('/v1/users/activation', { token })).status).toBe(422);
    });
  });

  describe('DELETE /v1/users/activation', () => {
    it('Deletes the registration, once, and frees name and address', async () => {
      const token = await register('not_me');
      expect(await world.stranger().delete('/v1/users/activation', { token })).toMatchObject({ status: 200, body: {} });
      expect(await world.sql("select from users where username = 'not_me'")).toHaveLength(0);
      expect((await world.stranger().delete('/v1/users/activation', { token })).status).toBe(422);
      expect((await world.stranger().put('/v1/users/activated', { token })).status).toBe(422);
      expect((await logIn('not_me')).status).toBe(401);
      await register('not_me');
    });

    it("An activated account isn't deleted by its link", async () => {
      const token = await register('mine');
      await world.stranger().put('/v1/users/activated', { token });
      expect((await world.stranger().delete('/v1/users/activation', { token })).status).toBe(422);
      expect((await logIn('mine')).status).toBe(201);
    });

    it('Of activating and declining at the same time, one wins', async () => {
      const token = await register('torn');
      const [activated, declined] = await Promise.all([
        world.stranger().put('/v1/users/activated', { token }),
        world.stranger().delete('/v1/users/activation', { token }),
      ]);
      expect([activated.status, declined.status].sort()).toEqual([200, 422]);
      const left = await world.sql("select activated_at is not null as active from users where username = 'torn'");
      expect(left).toEqual(activated.status === 200 ? [{ active: true }] : []);
    });
  });

  it.each(['/users/activate', '/account/activate'])('A mail scanner that opens %s changes nothing', async (path) => {
    const username = path.startsWith('/users') ? 'scanned_a' : 'scanned_b';
    const token = await register(username);
    for (const address of [
      `${path}?token=${token}`,
      `/v1/users/activated?token=${token}`,
      `/v1/users/activation?token=${token}`,
    ]) {
      for (const method of ['GET', 'HEAD']) await world.stranger().fetch(address, { method });
    }
    const [user] = await world.sql('select activated_at from users where username = $1', [username]);
    expect(user).toEqual({ activated_at: null });
    expect((await world.stranger().put('/v1/users/activated', { token })).status).toBe(200);
  });
});
