import { describe, expect, it } from 'vitest';
import { createClub } from './community.ts';
import { testWorld } from './harness.ts';

const world = await testWorld();
const ada = await world.person('ada', { name: 'Ada' });

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

const hidden = ['\u202Eadmin', 'A\u0007da', '\u200B\u2060', '\u3164'];

describe('invisible names and names that imitate others', () => {
  it.each(['admin', 'System', 'EVERYONE', 'here', 'Deleted_User', 'no_reply'])(
    'The username %s is rejected at registration and when changing it, with an explanation',
    async (username) => {
      const { reg_id } = (await world.stranger().patch('/v1/register/email', { email: 'new@example.org' })).body;
      const sentence = { status: 409, body: { error: { username: 'This username is reserved. Choose another one.' } } };
      expect(await world.stranger().patch('/v1/register/username', { reg_id, username })).toMatchObject(sentence);
      expect(await ada.patch('/v1/users', { username })).toMatchObject(sentence);
    },
  );

  it.each([...hidden, 'Admin', 'Deleted User', 'Аdmіn'])(
    'The name %j is rejected at registration and in a profile',
    async (name) => {
      const { reg_id } = (await world.stranger().patch('/v1/register/email', { email: 'new@example.org' })).body;
      const refused = { status: 422, body: { error: { name: expect.any(String) } } };
      expect(
        await world.stranger().patch('/v1/register/username', { reg_id, username: 'newcomer', name }),
      ).toMatchObject(refused);
      expect(await ada.upload('/v1/profile', form({ name }))).toMatchObject(refused);
      expect((await ada.get('/v1/user')).body.user.name).toBe('Ada');
    },
  );

  it.each(hidden)("Communities, channels and roles can't be named %j", async (name) => {
    const { handle, user } = await createClub(world, ada, []);
    const refused = { status: 422, body: { error: { name: expect.any(String) } } };
    expect(await ada.upload('/v1/communities', form({ name, handle: 'hidden_club' }))).toMatchObject(refused);
    expect(await ada.post(`/v1/community/${handle}/channels`, { name, roles: [user] })).toMatchObject(refused);
    expect(await ada.post(`/v1/community/${handle}/roles`, { name, permissions: [] })).toMatchObject(refused);
    const renamed = await ada.fetch(`/v1/communities/${handle}`, { method: 'PATCH', body: form({ name }) });
    expect({ status: renamed.status, body: await renamed.json() }).toMatchObject(refused);
  });

  it('People who already have such names keep them, and can change everything else', async () => {
    const old = await world.person('support', { name: 'Admin\u202E' });
    const login = await world
      .stranger()
      .post('/v1/tokens/authentication', { username: 'Support', password: old.user.password });
    expect(login.status).toBe(201);
    expect(await old.patch('/v1/users', { username: 'Support', show_nsfw: true })).toMatchObject({
      status: 200,
      body: { user: { username: 'Support', show_nsfw: true } },
    });
    expect(await old.upload('/v1/profile', form({ name: 'Admin\u202E', bio: 'Here to stay' }))).toMatchObject({
      status: 200,
      body: { user: { name: 'Admin\u202E', bio: 'Here to stay' } },
    });
    const { handle, communityId } = await createClub(world, ada, []);
    await world.sql('update communities set name = $2 where id = $1', [communityId, 'Club\u202E']);
    const kept = await ada.fetch(`/v1/communities/${handle}`, {
      method: 'PATCH',
      body: form({ name: 'Club\u202E', handle: `${handle}_moved` }),
    });
    expect(kept.status).toBe(200);
  });
});
