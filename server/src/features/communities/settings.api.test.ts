import {
  community as communityShape,
  role as roleShape,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { smallProfilePath } from '@hubbub/contract/platform/limits.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { clubWorld } from '../../../test/community.ts';
import { readFixture } from '../../../test/fixtures/fixtures.ts';
import type { Person } from '../../../test/harness.ts';

const { world, ada, bob, eve, newClub } = await clubWorld();

let made: number;
let handle: string;
let communityId: string;
let admin: string;
let user: string;
/** A community of Ada's with Bob, without Eve. */
beforeEach(async () => {
  ({ made, handle, communityId, admin, user } = await newClub());
});

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
};
const update = async (person: Person, fields: Record<string, string>) => {
  const answer = await person.fetch(`/v1/communities/${handle}`, { method: 'PATCH', body: form(fields) });
  return { status: answer.status, body: (await answer.json()) as ReturnType<typeof JSON.parse> };
};
const permissionsOf = async (person: Person) =>
  (await person.get(`/v1/community/${handle}/permissions`)).body.permissions;
const createRole = async (name: string, permissions: string[], ...holders: string[]) => {
  const { role } = (await ada.post(`/v1/community/${handle}/roles`, { name, permissions })).body;
  for (const username of holders) {
    await ada.post(`/v1/community/${handle}/roles/user`, { role_id: role.role_id, username });
  }
  return role.role_id;
};
const rolePath = (id: string) => `/v1/community/${handle}/roles/${id}`;

describe('A community has', () => {
  test('a description and a visibility, from its creation on', async () => {
    const fields = { name: 'Tea', handle: `tea_${made}`, description: ' Leaves ', visibility: 'private' };
    const answer = await ada.upload('/v1/communities', form(fields));
    expect(answer.status).toBe(201);
    expect(communityShape.strict().parse(answer.body.community)).toMatchObject({
      visibility: 'private',
      description: 'Leaves',
    });
    expect((await ada.get(`/v1/communities/${handle}`)).body.community).toMatchObject({
      visibility: 'public',
      description: '',
    });
  });

  test('members who may post, if its creator says so', async () => {
    for (const [members_may_post, expected] of [
      ['true', ['post:create']],
      ['false', []],
    ] as const) {
      const of = `tea_${members_may_post}_${made}`;
      await ada.upload('/v1/communities', form({ name: 'Tea', handle: of, members_may_post }));
      await bob.post(`/v1/community/${of}`);
      expect((await bob.get(`/v1/community/${of}/permissions`)).body.permissions).toEqual(expected);
    }
  });

  test('another description and visibility after PATCH, and what the form leaves out stays', async () => {
    const answer = await update(ada, { description: 'Beds and tools' });
    expect(answer.body).toMatchObject({
      community: 'updated successfully',
      updated: { description: 'Beds and tools', visibility: 'public', name: handle },
    });
    expect((await update(ada, { visibility: 'private' })).body.updated).toMatchObject({
      description: 'Beds and tools',
      visibility: 'private',
    });
    for (const fields of [{ visibility: 'secret' }, { description: 'x'.repeat(501) }]) {
      expect((await update(ada, fields)).status).toBe(422);
    }
    expect((await update(bob, { visibility: 'public' })).status).toBe(422);
    expect((await update(eve, { visibility: 'public' })).status).toBe(404);
  });
});

describe('A role', () => {
  test('gets another name and other permissions, for everyone who holds it', async () => {
    const id = await createRole('Host', [], 'bob');
    const answer = await ada.patch(rolePath(id), { name: ' Guard ', permissions: ['ban:users', 'ban:users'] });
    expect(answer.status).toBe(200);
    expect(roleShape.strict().parse(answer.body.role)).toEqual({
      role_id: id,
      name: 'Guard',
      permissions: ['ban:users'],
      mine: false,
      grantable: true,
      deletable: true,
    });
    expect(await permissionsOf(bob)).toEqual(['ban:users']);
    expect((await ada.patch(rolePath(id), { name: 'ADMIN' })).status).toBe(409);
    expect((await ada.patch(rolePath(user), { permissions: ['post:create'] })).status).toBe(200);
    expect(await permissionsOf(bob)).toEqual(['ban:users', 'post:create']);
  });

  test('can be changed only by somebody who has each permission it gains or loses', async () => {
    const id = await createRole('Host', ['channel:create']);
    await createRole('Editor', ['community:edit'], 'bob');
    expect((await bob.patch(rolePath(id), { name: 'Helper' })).status).toBe(200);
    for (const permissions of [[], ['channel:create', 'ban:users']]) {
      expect((await bob.patch(rolePath(id), { permissions })).body).toEqual({
        error: { permission: expect.any(String) },
      });
    }
    expect((await bob.delete(rolePath(id))).status).toBe(422);
    expect((await eve.patch(rolePath(id), { name: 'Mine' })).status).toBe(404);
    expect((await ada.patch(rolePath('nonsense'), { name: 'Mine' })).status).toBe(404);
  });

  test('is deleted with the access it gave', async () => {
    const id = await createRole('Host', ['ban:users'], 'bob');
    const channel = await createChannelOf(world.platform, { communityId, roles: [id, admin] });
    const socket = await bob.socket();
    expect(await socket.send('joinChannel', channel)).toEqual({ ok: true });
    expect((await ada.delete(rolePath(id))).status).toBe(200);
    await socket.first('channelClosed', ({ channel_id }) => channel_id === channel);
    expect(await permissionsOf(bob)).toEqual([]);
    expect((await ada.get(`/v1/community/${handle}/channels`)).body.channels[0].roles).toEqual([admin]);
    expect((await ada.delete(rolePath(id))).status).toBe(404);
  });

  test("can't be deleted while a channel has no other role", async () => {
    const id = await createRole('Host', []);
    await createChannelOf(world.platform, { communityId, roles: [id], name: 'keys' });
    const answer = await ada.delete(rolePath(id));
    expect([answer.status, answer.body.error.role_id]).toEqual([422, expect.stringContaining('#keys')]);
  });

  test("of every community can't be deleted, and admin keeps community:edit", async () => {
    for (const id of [admin, user]) expect((await ada.delete(rolePath(id))).status).toBe(422);
    await createRole('Editor', ['community:edit'], 'bob');
    expect((await ada.patch(rolePath(admin), { permissions: ['ban:users'] })).status).toBe(422);
    expect(await permissionsOf(ada)).toContain('community:edit');
  });

  test("can't lose community:edit if nobody else would hold it", async () => {
    const id = await createRole('Editor', ['community:edit'], 'bob');
    // Bob removes Ada from the role admin, so that only his own role is left.
    await createRole('Everything', ['channel:create', 'post:create', 'ban:users'], 'bob');
    await bob.delete(`/v1/community/${handle}/roles/user`, { role_id: admin, username: 'ada' });
    expect((await bob.patch(rolePath(id), { permissions: [] })).status).toBe(422);
    expect((await bob.delete(rolePath(id))).status).toBe(422);
    expect(await permissionsOf(bob)).toContain('community:edit');
  });
});

describe('DELETE /v1/communities/{handle}', () => {
  const remove = async (person: Person, typed: string) =>
    await person.delete(`/v1/communities/${handle}`, { handle: typed });

  test('deletes it with its channels and messages, once its handle was typed', async () => {
    const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
    await bob.post('/v1/channel/chats', { conversation: channel, content: 'hello' });
    const socket = await bob.socket();
    expect(await socket.send('joinCommunity', handle)).toEqual({ ok: true });
    expect(await socket.send('joinChannel', channel)).toEqual({ ok: true });
    for (const typed of ['', 'other'])
      expect((await remove(ada, typed)).body).toEqual({ error: { handle: expect.any(String) } });
    expect((await remove(bob, handle)).body).toEqual({ error: { permission: expect.any(String) } });
    expect((await remove(eve, handle)).status).toBe(422);
    expect((await remove(ada, handle.toUpperCase())).status).toBe(200);
    await socket.first('channelClosed', ({ channel_id }) => channel_id === channel);
    await socket.first(
      'communityChanged',
      ({ changed, community_id }) => changed === 'access' && community_id === communityId,
    );
    expect((await bob.get(`/v1/communities/${handle}`)).status).toBe(404);
    expect((await remove(ada, handle)).status).toBe(404);
    await world.runJobs();
    const [left] = await world.sql(
      `select (select count(*) from messages where room_id = $1)::int as messages,
        (select count(*) from community_members where community_id = $2)::int as members`,
      [channel, communityId],
    );
    expect(left).toEqual({ messages: 0, members: 0 });
  });
});

describe('A private community', () => {
  test('is 404 for others, and in no list; its members keep using it', async () => {
    await update(ada, { visibility: 'private' });
    const unknown = await eve.get('/v1/communities/none_such');
    const refused = await eve.get(`/v1/communities/${handle}`);
    expect([refused.status, refused.body]).toEqual([unknown.status, unknown.body]);
    for (const path of ['user/roles', 'permissions', 'roles', 'channels', 'members', 'bans']) {
      const [of, none] = [
        await eve.get(`/v1/community/${handle}/${path}`),
        await eve.get(`/v1/community/none_such/${path}`),
      ];
      expect([path, of.status, of.body]).toEqual([path, 404, none.body]);
    }
    for (const call of [
      (of: string) => eve.post(`/v1/community/${of}`),
      (of: string) => eve.delete(`/v1/community/${of}`),
      (of: string) => eve.delete(`/v1/communities/${of}`, { handle: of }),
    ]) {
      const [of, none] = [await call(handle), await call('none_such')];
      expect([of.status, of.body]).toEqual([404, none.body]);
    }
    const handles = ({ body }: { body: { communities: { community_handle: string }[] } }) =>
      body.communities.map(({ community_handle }) => community_handle);
    for (const person of [bob, eve]) {
      expect(handles(await person.get(`/v1/communities/search?query=${handle}`))).not.toContain(handle);
      expect(handles(await person.get('/v1/communities'))).not.toContain(handle);
    }
    expect(handles(await bob.get('/v1/communities/joined'))).toContain(handle);
    expect((await bob.get(`/v1/communities/${handle}`)).body.community).toMatchObject({
      visibility: 'private',
      joined: true,
    });
    expect((await bob.post(`/v1/community/${handle}`)).status).toBe(200);
  });

  test('can only be joined with an invite, which is then used up', async () => {
    await update(ada, { visibility: 'private' });
    const join = async (person: Person, invite: string) => await person.post(`/v1/community/${handle}`, { invite });
    const made1 = await ada.post('/v1/invites', { community_handle: handle, uses: 1 });
    expect(made1.status).toBe(201);
    const { code } = made1.body.invite;
    const unknown = await eve.post('/v1/community/none_such', { invite: code });
    const refused = await join(eve, 'made up');
    expect([refused.status, refused.body]).toEqual([404, unknown.body]);
    await ada.put(`/v1/community/${handle}/bans/eve`, { text: 'Spam' });
    expect((await join(eve, code)).body.error.ban).toContain('Spam');
    await ada.delete(`/v1/community/${handle}/bans/eve`);
    const answer = await join(eve, code);
    expect([answer.status, answer.body.community.joined]).toEqual([200, true]);
    expect((await join(eve, code)).status).toBe(200);
    const late = await world.person(`late_${made}`);
    expect((await join(late, code)).status).toBe(404);
    await eve.delete(`/v1/community/${handle}`);
  });

  test('lists its invites for people who may make them, without those of other communities', async () => {
    const { code } = (await ada.post('/v1/invites', { community_handle: handle })).body.invite;
    await ada.upload('/v1/communities', form({ name: 'Other', handle: `other_${made}` }));
    const list = async (person: Person, of: string) => {
      const { status, body } = await person.get(`/v1/invites?community_handle=${of}`);
      return status === 200 ? body.invites.map((one: { code: string }) => one.code) : status;
    };
    expect([await list(ada, handle.toUpperCase()), await list(ada, `other_${made}`)]).toEqual([[code], []]);
    expect([await list(bob, handle), await list(eve, handle), await list(ada, 'none_such')]).toEqual([422, 404, 404]);
  });

  const setPicture = async (fields: Record<string, string> = {}): Promise<string> => {
    const data = form(fields);
    data.append('profile_pic', new File([new Uint8Array(await readFixture('alpha.png'))], 'alpha.png'));
    const changed = await ada.fetch(`/v1/communities/${handle}`, { method: 'PATCH', body: data });
    expect(changed.status).toBe(200);
    return await pictureOf();
  };
  const pictureOf = async () => (await ada.get(`/v1/communities/${handle}`)).body.community.profile_path;
  const statuses = async (path: string) =>
    await Promise.all(
      [ada, bob, eve, world.stranger()].flatMap((caller) =>
        [path, smallProfilePath(path)].map(async (one) => (await caller.get(`/media${one}`)).status),
      ),
    );
  const forMembers = [200, 200, 200, 200, 404, 404, 401, 401];

  test('shows its picture to members only while it is private, and to everybody again when it is public', async () => {
    const open = await setPicture();
    expect(await statuses(open)).toEqual(Array(8).fill(200));
    await update(ada, { visibility: 'private' });
    await world.runJobs();
    const hidden = await pictureOf();
    expect([await statuses(open), await statuses(hidden)]).toEqual([Array(8).fill(404), forMembers]);
    await update(ada, { visibility: 'public' });
    await world.runJobs();
    const again = await pictureOf();
    expect(await statuses(again)).toEqual(Array(8).fill(200));
    expect((await ada.get(`/media${hidden}`)).status).toBe(404);
    // One that's uploaded with the change, or later, is hidden right away.
    expect(await statuses(await setPicture({ visibility: 'private' }))).toEqual(forMembers);
    const last = await setPicture();
    expect(await statuses(last)).toEqual(forMembers);
    // After the picture has moved, deleting the community still deletes it.
    await ada.delete(`/v1/communities/${handle}`, { handle });
    await world.runJobs();
    expect((await ada.get(`/media${last}`)).status).toBe(404);
  }, 240_000);

  test('shows its picture to people with a working invite', async () => {
    const read = async (address: string) => {
      const { status, headers, body } = await world.stranger().get(address);
      return { status, cache: headers.get('cache-control'), size: status === 200 ? body.length : 0 };
    };
    const invited = async (code: string) => (await world.stranger().get(`/v1/invites/code/${code}`)).body.invite;
    for (const visibility of ['private', 'public']) {
      const path = await setPicture({ visibility });
      const { invite } = (await ada.post('/v1/invites', { community_handle: handle })).body;
      const { community } = await invited(invite.code);
      expect(community.profile_path).toBe(`/invites/${invite.code}`);
      const { length } = (await ada.get(`/media${path}`)).body;
      const address = `/media${community.profile_path}`;
      expect(await read(address)).toEqual({ status: 200, cache: 'private, no-store', size: length });
      await ada.delete(`/v1/invites/${invite.invite_id}`);
      expect(await read(address)).toMatchObject({ status: 404 });
    }
    await update(ada, { removedProfile: 'true' });
    const { invite } = (await ada.post('/v1/invites', { community_handle: handle })).body;
    // The default picture.
    expect(await read(`/media/invites/${invite.code}`)).toMatchObject({ status: 302 });
    expect(await read('/media/invites/nothing')).toMatchObject({ status: 404 });
  }, 240_000);

  test('hides a picture that an earlier version stored as public', async () => {
    const open = await setPicture();
    await world.sql("update communities set visibility = 'private' where id = $1", [communityId]);
    const { platform } = world;
    await platform.db.transaction((tx) => platform.jobs.add(tx, 'communities.hide-pictures', {}));
    await world.runJobs();
    expect([await statuses(open), await statuses(await pictureOf())]).toEqual([Array(8).fill(404), forMembers]);
  }, 240_000);

  test("moves its files once, however often that changes, and not while it's public", async () => {
    const file = new File([await readFixture('alpha.png')], 'a.png', { type: 'image/png' });
    const body = form({ content: 'Here', community: handle });
    body.append('files', file);
    const sent = await ada.fetch('/v1/posts', { method: 'POST', body });
    const { post } = (await sent.json()) as ReturnType<typeof JSON.parse>;
    await world.runJobs();
    const path = async () => (await ada.get(`/v1/posts/${post.post_id}`)).body.post.files[0].path;
    const open = await path();
    const { platform } = world;
    await platform.db.transaction((tx) => platform.jobs.add(tx, 'communities.hide-files', { communityId }));
    await world.runJobs();
    expect(await path()).toBe(open);
    await update(ada, { visibility: 'private' });
    await world.runJobs();
    const hidden = await path();
    expect([hidden === open, hidden.includes('-private')]).toEqual([false, true]);
    for (const visibility of ['public', 'private']) await update(ada, { visibility });
    await world.runJobs();
    expect(await path()).toBe(hidden);
  });

  test("isn't joined by somebody who asks while it becomes private", async () => {
    for (let round = 0; round < 5; round += 1) {
      await update(ada, { visibility: 'public' });
      await Promise.all([update(ada, { visibility: 'private' }), eve.post(`/v1/community/${handle}`)]);
      const after = await eve.post(`/v1/community/${handle}`);
      const isMember = (await eve.get(`/v1/communities/${handle}`)).status === 200;
      expect(after.status).toBe(isMember ? 200 : 404);
      await eve.delete(`/v1/community/${handle}`);
      expect((await eve.post(`/v1/community/${handle}`)).status).toBe(404);
    }
  });
});
