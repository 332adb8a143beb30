import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../test/harness.ts';
import { factoryPassword } from './accounts.factory.ts';

describe('the own account', () => {
  let world: World;
  const deleted: string[] = [];
  beforeAll(async () => {
    world = await startWorld();
    world.platform.events.on('account.deleted', async (tx, { userId }) => {
      const row = await tx.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst();
      if (row?.username === 'unlucky') throw new Error('a later feature fails');
      deleted.push(`${userId} ${row?.username}`);
    });
  });
  afterAll(() => world.close());

  describe('PATCH /v1/users', () => {
    it('Changes username and show_nsfw and returns {user}', async () => {
      const person = await world.person('before');
      const answer = await person.patch('/v1/users', { username: 'After_1', show_nsfw: true });
      expect(answer).toMatchObject({
        status: 200,
        body: { user: { user_id: person.user_id, username: 'After_1', show_nsfw: true, email: 'before@example.org' } },
      });
      expect((await person.get('/v1/user')).body.user).toMatchObject({ username: 'After_1', show_nsfw: true });
    });

    it("Keeps what isn't given", async () => {
      const person = await world.person('partial');
      expect((await person.patch('/v1/users', { show_nsfw: true })).body.user).toMatchObject({
        username: 'partial',
        show_nsfw: true,
      });
      expect((await person.patch('/v1/users', {})).body.user).toMatchObject({ username: 'partial', show_nsfw: true });
      expect((await person.patch('/v1/users', { username: 'PARTIAL' })).body.user).toMatchObject({
        username: 'PARTIAL',
        show_nsfw: true,
      });
    });

    it('409 if the username is taken, whatever its case', async () => {
      await world.person('owner');
      const person = await world.person('wanter');
      expect(await person.patch('/v1/users', { username: 'OWNER' })).toMatchObject({
        status: 409,
        body: { error: { username: expect.any(String) } },
      });
      expect((await person.patch('/v1/users', { username: 'deleted_user' })).status).toBe(409);
    });

    it('Of two simultaneous claims to a username, one succeeds', async () => {
      const rivals = await Promise.all([world.person('rival_a'), world.person('rival_b')]);
      const answers = await Promise.all(rivals.map((rival) => rival.patch('/v1/users', { username: 'the_prize' })));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    });

    it.each([
      [{ username: 'ab' }, 422, { username: 'Username should have at least 3 characters' }],
      [{ username: 'a b c' }, 422, { username: 'Username should only contain alphabets, numbers and underscore' }],
      [{ username: '' }, 422, { username: 'Username must be provided' }],
      [{ show_nsfw: 'yes' }, 400, { show_nsfw: expect.any(String) }],
    ])('Answers %j with %i', async (body, status, error) => {
      const [row] = await world.sql('select count(*)::int as count from users');
      const person = await world.person(`rules_${row?.count}`);
      expect(await person.patch('/v1/users', body)).toMatchObject({ status, body: { error } });
    });
  });

  describe('DELETE /v1/users', () => {
    it('Deletes the account and its sessions; later features are notified first', async () => {
      const person = await world.person('goner');
      const answer = await person.delete('/v1/users');
      expect(answer).toMatchObject({ status: 200, body: {} });
      expect(answer.headers.get('set-cookie')).toMatch(/^[^=]+=;/);
      expect(deleted).toContain(`${person.user_id} goner`);
      expect((await person.get('/v1/user/check')).status).toBe(401);
      const login = { username: 'goner', password: factoryPassword };
      expect((await world.stranger().post('/v1/tokens/authentication', login)).status).toBe(401);
      await world.runJobs();
      expect((await world.outbox()).find((mail) => mail.to === 'goner@example.org')?.subject).toBe(
        'Your Hubbub account was deleted',
      );
      // Both names are available again.
      expect((await world.person('goner')).user_id).not.toBe(person.user_id);
    });

    it('All of it happens or none of it', async () => {
      const person = await world.person('unlucky');
      expect(await person.delete('/v1/users')).toMatchObject({ status: 500, body: { error: expect.any(String) } });
      expect((await person.get('/v1/user')).status).toBe(200);
    });

    it('Needs a session', async () => {
      expect((await world.stranger().delete('/v1/users')).status).toBe(401);
    });
  });
});
