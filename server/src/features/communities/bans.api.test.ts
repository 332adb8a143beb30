import { ban as banShape } from '@hubbub/contract/features/communities/bans.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type LiveSocket, type Person, startWorld, type World } from '../../../test/harness.ts';
import { startStopwatch } from '../../../test/stopwatch.ts';
import { banMember, unbanMember } from './public.ts';

let world: World;
let ada: Person;
let bob: Person;
let cleo: Person;
let eve: Person;
beforeAll(async () => {
  world = await startWorld();
  [ada, bob, cleo, eve] = (await Promise.all(['ada', 'bob', 'cleo', 'eve'].map((name) => world.person(name)))) as [
    Person,
    Person,
    Person,
    Person,
  ];
});
afterAll(async () => await world.close());

let handle: string;
let communityId: string;
let user: string;
let channel: string;
/** A community of Ada's with Bob and Cleo, without Eve, and a channel for all of them. */
beforeEach(async () => {
  ({ handle, communityId, user } = await createClub(world, ada, [bob, cleo]));
  channel = await createChannelOf(world.platform, { communityId, roles: [user] });
});

const banOf = (username: string) => `/v1/community/${handle}/bans/${username}`;
const listed = async (query = '') => (await ada.get(`/v1/community/${handle}/bans${query}`)).body.bans;
const members = async () =>
  (await ada.get(`/v1/community/${handle}/members`)).body.members.map(({ username }: { username: string }) => username);
const memberCount = async () => (await ada.get(`/v1/communities/${handle}`)).body.community.member_count;
const join = async (person: Person) => await person.post(`/v1/community/${handle}`);
/** Gives somebody a new role with these permissions. */
const appoint = async (username: string, ...permissions: string[]) => {
  const { body } = await ada.post(`/v1/community/${handle}/roles`, { name: `For ${username}`, permissions });
  await ada.post(`/v1/community/${handle}/roles/user`, { role_id: body.role.role_id, username });
  return body.role.role_id;
};
/** Everything the database stores about a membership. */
const membershipOf = async (userId: string) =>
  await world.sql(
    `select member.joined, member.read_from, sizes.member_count,
      array(select role_id from community_role_holders where community_id = $1 and user_id = $2 order by 1) as roles,
      array(select (rooms.id, read_id) from room_members join rooms on rooms.id = room_id where community_id = $1 and user_id = $2 order by 1)::text as reads
    from community_sizes sizes left join community_members member
      on member.community_id = sizes.community_id and member.user_id = $2
    where sizes.community_id = $1`,
    [communityId, userId],
  );

describe('A ban', () => {
  test("lets the person read what's public, and neither post, vote nor comment: 422 with the reason", async () => {
    const postId = await createTextPost(world.platform, { authorId: ada.user_id, communityId, content: 'Seeds' });
    const act = async (person: Person) => [
      await person.get(`/v1/posts/${postId}`),
      await person.post(`/v1/posts/${postId}/votes`, { vote_type: 1 }),
      await person.post(`/v1/posts/${postId}/comments`, { content: 'Hi' }),
    ];
    const statuses = async (person: Person) => (await act(person)).map(({ status }) => status);
    expect(await statuses(bob)).toEqual([200, 200, 201]);
    await ada.put(banOf('bob'), { text: 'Spam' });
    expect(await statuses(bob)).toEqual([200, 422, 422]);
    const post = new FormData();
    post.set('content', 'Mine');
    post.set('community', handle);
    const refused = [...(await act(bob)).slice(1), await bob.upload('/v1/posts', post)];
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([422, { error: { ban: expect.stringContaining('Spam') } }]);
    }
    await world.sql(`update communities set visibility = 'private' where id = $1`, [communityId]);
    expect(await statuses(bob)).toEqual([404, 404, 404]);
    await world.sql(`update communities set visibility = 'public' where id = $1`, [communityId]);
    await ada.delete(banOf('bob'));
    expect(await statuses(bob)).toEqual([200, 200, 201]);
    expect(await statuses(cleo)).toEqual([200, 200, 201]);
  });

  test('ends the membership, lists the person with end and reason, and keeps them out', async () => {
    const before = await memberCount();
    const answer = await ada.put(banOf('BOB'), { days: 3, text: ' Spam in every channel ' });
    expect(answer.status).toBe(200);
    const ban = banShape.strict().parse(answer.body.ban);
    expect(ban).toMatchObject({ user: { username: 'bob' }, by: { username: 'ada' }, text: 'Spam in every channel' });
    expect(Date.parse(ban.until ?? '') - Date.parse(ban.created_at)).toBe(3 * 24 * 60 * 60 * 1000);
    expect(await listed()).toEqual([ban]);
    expect(await members()).toEqual(['ada', 'cleo']);
    expect(await memberCount()).toBe(before - 1);
    const refused = await join(bob);
    expect([refused.status, refused.body]).toEqual([
      422,
      { error: { ban: expect.stringContaining('Spam in every channel') } },
    ]);
    expect(refused.body.error.ban).toContain('until');
    expect(await members()).toEqual(['ada', 'cleo']);
    expect((await bob.get(`/v1/channel/chats/${channel}`)).status).toBe(404);
    expect((await bob.post('/v1/channel/chats', { conversation: channel, content: 'hi' })).status).toBe(404);
  });

  test('is shown with the community wherever the person sees it', async () => {
    const lists = ['/v1/communities', `/v1/communities/search?query=${handle}`, `/v1/communities/${handle}`];
    const told = async (person: Person) =>
      await Promise.all(
        lists.map(async (path) => {
          const { communities, community } = (await person.get(path)).body;
          const all: Community[] = communities ?? [community];
          return all.find((each) => each.community_id === communityId)?.banned;
        }),
      );
    // Enough members to be among the most popular.
    await world.sql('update community_sizes set member_count = 1000000 where community_id = $1', [communityId]);
    await ada.put(banOf('bob'));
    expect(await told(bob)).toEqual([true, true, true]);
    expect(await told(cleo)).toEqual([false, false, false]);
    await ada.delete(banOf('bob'));
    expect(await told(bob)).toEqual([false, false, false]);
    expect((await join(bob)).body.community.banned).toBe(false);
  });

  test('without days has no end, and needs no reason', async () => {
    expect((await ada.put(banOf('bob'))).body.ban).toMatchObject({ until: null, text: '' });
    expect((await join(bob)).body.error.ban).toBe("You're banned from this community.");
  });

  test("of somebody who isn't a member keeps them out, too", async () => {
    expect((await ada.put(banOf('eve'), { days: 1 })).status).toBe(200);
    expect((await join(eve)).status).toBe(422);
  });

  test('is over at its end', async () => {
    await ada.put(banOf('bob'), { days: 1 });
    await world.sql(`update community_bans set until = now() - interval '1 second' where community_id = $1`, [
      communityId,
    ]);
    expect(await listed()).toEqual([]);
    expect((await join(bob)).status).toBe(200);
  });

  test('is replaced by the next one', async () => {
    await ada.put(banOf('bob'), { days: 1, text: 'First' });
    await ada.put(banOf('cleo'), { text: 'Other' });
    await ada.put(banOf('bob'), { text: 'Second' });
    expect((await listed()).map(({ text }: { text: string }) => text)).toEqual(['Second', 'Other']);
  });

  test.each([[{ days: 0 }], [{ days: 3651 }], [{ text: 'x'.repeat(501) }]])('of %j is refused', async (body) => {
    expect((await ada.put(banOf('bob'), body)).status).toBe(422);
    expect(await listed()).toEqual([]);
  });

  test("is made and lifted only by holders of ban:users; others can't see bans", async () => {
    for (const call of [
      (person: Person) => person.put(banOf('cleo'), {}),
      (person: Person) => person.delete(banOf('cleo')),
      (person: Person) => person.get(`/v1/community/${handle}/bans`),
      (person: Person) => person.delete(`/v1/community/${handle}/members/cleo`),
    ]) {
      const answer = await call(bob);
      expect([answer.status, answer.body]).toEqual([422, { error: { permission: expect.any(String) } }]);
      expect((await call(eve)).status).toBe(404);
    }
    await appoint('bob', 'ban:users');
    expect((await bob.put(banOf('cleo'), {})).status).toBe(200);
    expect((await bob.get(`/v1/community/${handle}/bans`)).body.bans).toHaveLength(1);
    expect((await bob.delete(banOf('cleo'))).status).toBe(200);
  });

  test("can't be made against a holder of community:edit, except by another one", async () => {
    await appoint('bob', 'ban:users');
    await appoint('cleo', 'community:edit');
    for (const call of [
      () => bob.put(banOf('cleo'), {}),
      () => bob.delete(`/v1/community/${handle}/members/cleo`),
      () => bob.put(banOf('ada'), {}),
    ]) {
      expect((await call()).body).toEqual({ error: { permission: expect.any(String) } });
    }
    expect((await ada.put(banOf('cleo'), {})).status).toBe(200);
  });

  test('a removal is in the audit log once', async () => {
    const remove = async () => (await ada.delete(`/v1/community/${handle}/members/cleo`)).status;
    expect(await Promise.all([remove(), remove()])).toEqual([200, 200]);
    const entries = await world.sql(
      'select actor_id, action, subject_kind, subject_id from audit_log where text = $1',
      [communityId],
    );
    const entry = { actor_id: ada.user_id, action: 'member_removed', subject_kind: 'user', subject_id: cleo.user_id };
    expect(entries).toEqual([entry]);
  });

  test("can't be made against oneself, or against nobody", async () => {
    expect((await ada.put(banOf('ada'), {})).status).toBe(422);
    expect((await ada.delete(`/v1/community/${handle}/members/ada`)).status).toBe(422);
    expect((await ada.put(banOf('no_such_person'), {})).status).toBe(404);
  });

  test('is lifted; lifting it twice succeeds, and the person may join again', async () => {
    await ada.put(banOf('bob'), {});
    for (let n = 0; n < 2; n += 1) expect((await ada.delete(banOf('bob'))).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await join(bob)).status).toBe(200);
  });

  test('is found by the beginning of a word in the name, page by page', async () => {
    const people = await Promise.all(
      [1, 2, 3].map((n) => world.person(`guest${n}_${handle}`, { name: `Zoe Number${n}` })),
    );
    for (const { user: account } of people) await ada.put(banOf(account.username), {});
    await ada.put(banOf('bob'), {});
    const names = (bans: { user: { username: string } }[]) => bans.map(({ user: account }) => account.username);
    const [third, second, first] = people.map(({ user: account }) => account.username).reverse();
    const page = await listed('?query=zoe&size=2');
    expect(names(page)).toEqual([third, second]);
    expect(names(await listed(`?query=zoe&size=2&before=${page[1].ban_id}`))).toEqual([first]);
    expect(names(await listed('?query=NUMBER2'))).toEqual([second]);
    expect(names(await listed('?query=@bo'))).toEqual(['bob']);
    expect((await ada.get(`/v1/community/${handle}/bans?before=nonsense`)).status).toBe(400);
  });

  test('keeps out somebody who joins at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      await ada.delete(banOf('eve'));
      await eve.delete(`/v1/community/${handle}`);
      const answers = await Promise.all([join(eve), ada.put(banOf('eve'), {}), join(eve)]);
      expect(answers[1].status).toBe(200);
      expect(await members()).not.toContain('eve');
      expect((await membershipOf(eve.user_id))[0]).toMatchObject({ joined: null, roles: [] });
    }
  });

  test("is deleted with the person's account, but outlives the account of the person who made it", async () => {
    const [judge, guest] = [await world.person(`judge_${handle}`), await world.person(`guest_${handle}`)];
    await join(judge);
    await appoint(judge.user.username, 'ban:users');
    for (const name of ['bob', guest.user.username]) await judge.put(banOf(name), {});
    for (const person of [judge, guest]) expect((await person.delete('/v1/users')).status).toBe(200);
    expect(await listed()).toMatchObject([{ user: { username: 'bob' }, by: { username: 'deleted_user' } }]);
  });
});

describe('Within a second of a ban', () => {
  const open = async (person: Person): Promise<LiveSocket> => {
    const socket = await person.socket();
    expect(await socket.send('joinCommunity', handle)).toEqual({ ok: true });
    expect(await socket.send('joinChannel', channel)).toEqual({ ok: true });
    return socket;
  };

  test("the community's rooms are closed on all of the person's sockets", async () => {
    const [reader, ...ofBob] = [await open(cleo), await open(bob), await open(bob)];
    const elapsed = startStopwatch();
    await ada.put(banOf('bob'), {});
    for (const socket of ofBob) {
      await socket.first('channelClosed', ({ channel_id }) => channel_id === channel);
      await socket.first('communityChanged', ({ changed }) => changed === 'access');
    }
    expect(elapsed()).toBeLessThan(1000);
    await ada.post('/v1/channel/chats', { conversation: channel, content: 'after' });
    await ada.post(`/v1/community/${handle}/roles`, { name: 'After' });
    await reader?.first('receiveMessage');
    await reader?.first('communityChanged', ({ changed }) => changed === 'roles');
    for (const socket of ofBob) {
      expect(await socket.send('joinChannel', channel)).toEqual({ ok: false, error: expect.any(String) });
      expect(await socket.send('joinCommunity', handle)).toEqual({ ok: false, error: expect.any(String) });
      expect(socket.all('receiveMessage')).toEqual([]);
      expect(socket.all('communityChanged').some(({ changed }) => changed === 'roles')).toBe(false);
      socket.close();
    }
    reader?.close();
  });
});

describe('Removing a member', () => {
  test('ends the membership; they may come back', async () => {
    for (let n = 0; n < 2; n += 1) {
      expect((await ada.delete(`/v1/community/${handle}/members/bob`)).status).toBe(200);
    }
    expect(await members()).toEqual(['ada', 'cleo']);
    expect(await memberCount()).toBe(2);
    expect((await bob.get(`/v1/community/${handle}/channels`)).status).toBe(404);
    expect((await join(bob)).status).toBe(200);
  });
});

describe('Overturning a ban', () => {
  const decide = async (work: (effects: (() => void)[]) => Promise<unknown>) => {
    const effects: (() => void)[] = [];
    await work(effects);
    for (const effect of effects) effect();
  };
  const decision = () => ({
    communityId,
    userId: bob.user_id,
    byId: ada.user_id,
    until: null,
    text: 'Spam',
    deleteMessages: false,
    isReported: false,
  });

  test('restores the membership exactly: roles, order of joining, what was read, and the count', async () => {
    await appoint('bob', 'channel:create');
    const { message } = (await ada.post('/v1/channel/chats', { conversation: channel, content: 'hi' })).body;
    await bob.post(`/v1/channel/chats/${channel}/read`, { message_id: message._id });
    const before = await membershipOf(bob.user_id);
    await decide((effects) =>
      world.platform.db.transaction((tx) => banMember(world.platform, tx, decision(), effects)),
    );
    expect(await membershipOf(bob.user_id)).not.toEqual(before);
    // A ban of another length keeps what can be restored.
    await ada.put(banOf('bob'), { days: 3 });
    const lifted = { communityId, userId: bob.user_id, byId: ada.user_id, restore: true };
    await decide((effects) => world.platform.db.transaction((tx) => unbanMember(world.platform, tx, lifted, effects)));
    expect(await membershipOf(bob.user_id)).toEqual(before);
    expect(await listed()).toEqual([]);
  });

  test("of somebody who wasn't a member doesn't make them one", async () => {
    await ada.put(banOf('eve'), {});
    const lifted = { communityId, userId: eve.user_id, byId: ada.user_id, restore: true };
    await decide((effects) => world.platform.db.transaction((tx) => unbanMember(world.platform, tx, lifted, effects)));
    expect(await members()).toEqual(['ada', 'bob', 'cleo']);
  });
});
