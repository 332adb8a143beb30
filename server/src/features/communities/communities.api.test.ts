import { community as communityShape } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { defaultProfilePath, smallProfilePath } from '@hubbub/contract/platform/limits.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { type Answer, type Caller, type Person, startWorld, testWorld } from '../../../test/harness.ts';
import { createCommunityOf } from './communities.factory.ts';

const world = await testWorld();
const ada = await world.person('ada', { name: 'Ada' });
const bob = await world.person('bob');

const create = async (person: Caller, fields: Record<string, string | File>) =>
  await person.upload('/v1/communities', formOf(...Object.entries(fields)));
const edit = async (person: Caller, handle: string, fields: Record<string, string | File>) => {
  const response = await person.fetch(`/v1/communities/${handle}`, {
    method: 'PATCH',
    body: formOf(...Object.entries(fields)),
  });
  const body: Answer['body'] = await response.json();
  return { status: response.status, body };
};
const handles = (body: { communities: { community_handle: string }[] }) =>
  body.communities.map(({ community_handle }) => community_handle);

let made = 0;
/** A community of Ada's. */
const newCommunity = async () => {
  made += 1;
  return await createCommunityOf(world.platform, { creatorId: ada.user_id, handle: `made_${made}` });
};

describe('POST /v1/communities', () => {
  test('creates a community with one member, who has the roles admin and user', async () => {
    const answer = await create(ada, { name: ' Allotment friends ', handle: 'Allotment' });
    expect(answer.status).toBe(201);
    expect(communityShape.strict().parse(answer.body.community)).toEqual({
      community_id: expect.any(String),
      community_handle: 'Allotment',
      name: 'Allotment friends',
      profile_path: defaultProfilePath,
      member_count: 1,
      joined: true,
      visibility: 'public',
      description: '',
      can_post: true,
      banned: false,
    });
    const { roles } = (await ada.get('/v1/community/allotment/roles')).body;
    expect(roles).toEqual([
      {
        role_id: expect.any(String),
        name: 'admin',
        permissions: ['channel:create', 'post:create', 'ban:users', 'community:edit'],
        mine: true,
        grantable: true,
        deletable: false,
      },
      { role_id: expect.any(String), name: 'user', permissions: [], mine: true, grantable: true, deletable: false },
    ]);
    const own = (await ada.get('/v1/community/allotment/user/roles')).body.roles;
    expect([...own].sort()).toEqual(roles.map(({ role_id }: { role_id: string }) => role_id).sort());
    expect((await ada.get('/v1/community/allotment/permissions')).body).toEqual({
      permissions: ['ban:users', 'channel:create', 'community:edit', 'post:create'],
    });
  });

  test("a handle that's taken, in any case, or that's part of an address is 409", async () => {
    await create(ada, { name: 'First', handle: 'Unique_one' });
    for (const handle of ['unique_ONE', 'search', 'Joined']) {
      const answer = await create(bob, { name: 'Second', handle });
      expect([answer.status, answer.body]).toEqual([409, { error: { handle: expect.any(String) } }]);
    }
  });

  test('of many simultaneous claims to a handle, exactly one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => create(n % 2 ? ada : bob, { name: 'Race', handle: n % 3 ? 'race' : 'RACE' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  test('requires a handle of 3 to 30 letters, digits and underscores, and a name of 1 to 50 code points; else 422', async () => {
    for (const handle of ['ab', 'x'.repeat(31), 'with space', 'ümlaut', '']) {
      const answer = await create(ada, { name: 'Name', handle });
      expect([answer.status, Object.keys(answer.body.error)], handle).toEqual([422, ['handle']]);
    }
    for (const name of ['', '  ', 'x'.repeat(51)]) {
      expect((await create(ada, { name, handle: 'fine_handle' })).body.error).toHaveProperty('name');
    }
    expect((await create(ada, { handle: 'fine_handle' })).status).toBe(422);
    expect((await ada.post('/v1/communities', { name: 'JSON', handle: 'json_body' })).status).toBe(400);
    expect((await create(ada, { name: '😀'.repeat(50), handle: 'x'.repeat(30) })).status).toBe(201);
  });

  test('accepts a picture, whose small version exists right away; a video is 415 and nothing is stored', async () => {
    const { body } = await create(ada, { name: 'Seen', handle: 'seen', profile_pic: await fixtureFile('alpha.png') });
    const { profile_path } = body.community;
    expect((await bob.get(`/media${profile_path}`)).status).toBe(200);
    expect((await bob.get(`/media${smallProfilePath(profile_path)}`)).headers.get('content-type')).toBe('image/webp');
    const refused = await create(ada, { name: 'Film', handle: 'film', profile_pic: await fixtureFile('clip.mp4') });
    expect(refused.status).toBe(415);
    expect((await ada.get('/v1/communities/film')).status).toBe(404);
    const taken = await create(ada, { name: 'Seen', handle: 'seen', profile_pic: await fixtureFile('alpha.png') });
    expect(taken.status).toBe(409);
    await world.runJobs();
    expect(await world.sql('select from media_files where attached_at is null')).toEqual([]);
  }, 60_000);
});

describe('GET /v1/communities/{handle}', () => {
  test('returns the community, by handle in any case, and whether the caller is a member', async () => {
    const { handle } = await newCommunity();
    const answer = await bob.get(`/v1/communities/${handle.toUpperCase()}`);
    expect(communityShape.strict().parse(answer.body.community)).toMatchObject({ joined: false, member_count: 1 });
    expect((await ada.get(`/v1/communities/${handle}`)).body.community.joined).toBe(true);
  });

  test('an unknown handle is 404', async () => {
    for (const handle of ['nobody_there', "'", 'a%20b', '%E2%98%83']) {
      expect((await ada.get(`/v1/communities/${handle}`)).status).toBe(404);
    }
  });
});

describe('PATCH /v1/communities/{handle}', () => {
  test('returns a text and the community; anything left out stays', async () => {
    const { handle } = await newCommunity();
    const renamed = await edit(ada, handle, { name: 'Other name', handle: `${handle}_new` });
    expect([renamed.status, renamed.body.community]).toEqual([200, 'updated successfully']);
    expect(communityShape.strict().parse(renamed.body.updated)).toMatchObject({
      community_handle: `${handle}_new`,
      name: 'Other name',
    });
    expect((await edit(ada, `${handle}_new`, { handle: handle.toUpperCase() })).body.updated).toMatchObject({
      community_handle: handle.toUpperCase(),
      name: 'Other name',
    });
    expect((await ada.get(`/v1/communities/${handle}_new`)).status).toBe(404);
  });

  test("a handle that's taken is 409; the community's own in another case isn't", async () => {
    const [one, other] = [await newCommunity(), await newCommunity()];
    expect((await edit(ada, one.handle, { handle: other.handle.toUpperCase() })).body).toEqual({
      error: { handle: expect.any(String) },
    });
    expect((await edit(ada, one.handle, { handle: one.handle.toUpperCase() })).status).toBe(200);
  });

  test('replaces and removes the picture, and deletes the previous one', async () => {
    const { handle } = await newCommunity();
    const first = (await edit(ada, handle, { profile_pic: await fixtureFile('alpha.png') })).body.updated.profile_path;
    const second = (await edit(ada, handle, { profile_pic: await fixtureFile('still.webp') })).body.updated
      .profile_path;
    expect((await edit(ada, handle, { removedProfile: 'false' })).body.updated.profile_path).toBe(second);
    await world.runJobs();
    expect((await bob.get(`/media${first}`)).status).toBe(404);
    expect((await bob.get(`/media${second}`)).status).toBe(200);
    expect((await edit(ada, handle, { removedProfile: 'true' })).body.updated.profile_path).toBe(defaultProfilePath);
    await world.runJobs();
    expect((await bob.get(`/media${second}`)).status).toBe(404);
  }, 60_000);

  test("without community:edit it's 422 for members and others alike, and no picture is stored", async () => {
    const { handle } = await newCommunity();
    const attempt = async () => await edit(bob, handle, { name: 'Mine', profile_pic: await fixtureFile('alpha.png') });
    expect(await attempt()).toEqual({ status: 422, body: { error: { permission: expect.any(String) } } });
    await bob.post(`/v1/community/${handle}`);
    expect((await attempt()).status).toBe(422);
    expect((await edit(bob, 'nobody_there', { name: 'Mine' })).status).toBe(404);
    expect((await ada.get(`/v1/communities/${handle}`)).body.community.name).toBe(handle);
  });

  test("keeps the picture when its sender's account is deleted", async () => {
    const editor = await world.person('picture_sender');
    const { handle } = await newCommunity();
    await editor.post(`/v1/community/${handle}`);
    const { roles } = (await ada.get(`/v1/community/${handle}/roles`)).body;
    await ada.post(`/v1/community/${handle}/roles/user`, { role_id: roles[0].role_id, username: 'picture_sender' });
    const { updated } = (await edit(editor, handle, { profile_pic: await fixtureFile('alpha.png') })).body;
    expect((await editor.delete('/v1/users')).status).toBe(200);
    await world.runJobs();
    expect((await bob.get(`/media${updated.profile_path}`)).status).toBe(200);
  }, 60_000);
});

describe('POST and DELETE /v1/community/{handle}', () => {
  test('joining counts and gives the role user; joining twice succeeds and counts once', async () => {
    const { handle, id } = await newCommunity();
    for (const written of [handle, handle.toUpperCase()]) {
      const answer = await bob.post(`/v1/community/${written}`);
      expect([answer.status, communityShape.strict().parse(answer.body.community)]).toEqual([
        200,
        expect.objectContaining({ community_id: id, member_count: 2, joined: true }),
      ]);
    }
    const { roles } = (await bob.get(`/v1/community/${handle}/roles`)).body;
    expect(roles.map((role: { name: string; mine: boolean; grantable: boolean }) => [role.name, role.mine])).toEqual([
      ['admin', false],
      ['user', true],
    ]);
    expect(roles.some((role: { grantable: boolean }) => role.grantable)).toBe(false);
    expect((await bob.get(`/v1/community/${handle}/user/roles`)).body).toEqual({ roles: [roles[1].role_id] });
    expect((await bob.get(`/v1/community/${handle}/permissions`)).body).toEqual({ permissions: [] });
  });

  test('leaving counts and ends the roles; leaving twice succeeds', async () => {
    const { handle } = await newCommunity();
    await bob.post(`/v1/community/${handle}`);
    for (let time = 0; time < 2; time += 1) {
      const answer = await bob.delete(`/v1/community/${handle}`);
      expect([answer.status, answer.body]).toEqual([200, {}]);
    }
    expect((await bob.get(`/v1/communities/${handle}`)).body.community).toMatchObject({
      member_count: 1,
      joined: false,
    });
    expect((await bob.get(`/v1/community/${handle}/user/roles`)).body).toEqual({ roles: [] });
    expect((await bob.get(`/v1/community/${handle}/permissions`)).body).toEqual({ permissions: [] });
    expect((await bob.get(`/v1/community/${handle}/roles`)).status).toBe(404);
    expect((await bob.get(`/v1/community/${handle}/members`)).status).toBe(404);
  });

  test('an unknown community is 404', async () => {
    expect((await bob.post('/v1/community/nobody_there')).status).toBe(404);
    expect((await bob.delete('/v1/community/nobody_there')).status).toBe(404);
    expect((await bob.get('/v1/community/nobody_there/user/roles')).status).toBe(404);
    expect((await bob.get('/v1/community/nobody_there/permissions')).status).toBe(404);
  });
});

describe('lists of communities', () => {
  test('the popular ones: the ten with the most members, or pages of all public ones', async () => {
    const place = await startWorld();
    try {
      const people = await Promise.all(Array.from({ length: 6 }, (_, n) => place.person(`person_${n}`)));
      const [first, second] = people as [Person, Person];
      for (let n = 0; n < 12; n += 1) {
        const { handle } = await createCommunityOf(place.platform, { creatorId: first.user_id, handle: `group_${n}` });
        for (const person of people.slice(1, 1 + (n % 6))) await person.post(`/v1/community/${handle}`);
      }
      const { communities } = (await second.get('/v1/communities')).body;
      const counts = communities.map((each: { member_count: number }) => each.member_count);
      expect(counts).toEqual([6, 6, 5, 5, 4, 4, 3, 3, 2, 2]);
      expect(communities.every((each: { joined: boolean }) => each.joined)).toBe(true);
      expect((await people[5]?.get('/v1/communities'))?.body.communities[4].joined).toBe(false);
      await place.sql(`update communities set visibility = 'private' where handle = 'group_4'`);

      const pages: { community_id: string; member_count: number }[][] = [];
      for (let before = ''; ; ) {
        const { status, body } = await second.get(`/v1/communities?size=4${before}`);
        expect(status).toBe(200);
        pages.push(body.communities);
        const last = body.communities.at(-1);
        if (last === undefined) break;
        before = `&before=${last.community_id}`;
      }
      expect(pages.map((page) => page.map((each) => each.member_count))).toEqual([
        [6, 6, 5, 4],
        [4, 3, 3, 2],
        [2, 1, 1],
        [],
      ]);
      expect(new Set(pages.flat().map((each) => each.community_id)).size).toBe(11);
      expect(pages.flat()[0]).toHaveProperty('description');
      const after = await second.get(`/v1/communities?before=${pages[0]?.[3]?.community_id}`);
      expect(after.body.communities).toEqual(pages.flat().slice(4));
      expect((await second.get('/v1/communities?size=101')).status).toBe(400);
      expect((await second.get('/v1/communities?before=nonsense')).status).toBe(400);
    } finally {
      await place.close();
    }
  });

  test('the joined ones: in the order of joining, in pages', async () => {
    const person = await world.person('joiner');
    const made = [await newCommunity(), await newCommunity(), await newCommunity()];
    for (const { handle } of [...made].reverse()) await person.post(`/v1/community/${handle}`);
    const expected = made.map(({ handle }) => handle).reverse();
    const { body } = await person.get('/v1/communities/joined');
    expect(handles(body)).toEqual(expected);
    expect(body.communities[0]).toMatchObject({ joined: true, member_count: 2 });
    const first = (await person.get('/v1/communities/joined?size=2')).body;
    expect(handles(first)).toEqual(expected.slice(0, 2));
    const rest = await person.get(`/v1/communities/joined?size=2&after=${first.communities[1].community_id}`);
    expect(handles(rest.body)).toEqual(expected.slice(2));
    expect((await person.get('/v1/communities/joined?after=x')).status).toBe(400);
  });
});

describe('GET /v1/communities/search', () => {
  const find = async (query: string, size = 10) => {
    const answer = await bob.get(`/v1/communities/search?query=${encodeURIComponent(query)}&size=${size}`);
    expect(answer.status).toBe(200);
    return handles(answer.body);
  };

  beforeAll(async () => {
    const names: [string, string][] = [
      ['bakers', 'Sourdough Bakers'],
      ['bread_lovers', 'Bread and butter'],
      ['sourdough_club', 'Yeast'],
      ['fotoclub', 'Fotografía Münster'],
      ['shodo', '書道クラブ'],
    ];
    for (const [handle, name] of names) {
      await createCommunityOf(world.platform, { creatorId: ada.user_id, handle, name });
    }
    await bob.post('/v1/community/sourdough_club');
  });

  test('finds beginnings of words in handle and name, best match first, larger ones first among equals', async () => {
    expect(await find('sourdough')).toEqual(['sourdough_club', 'bakers']);
    expect(await find('BAKERS')).toEqual(['bakers']);
    expect(await find('bre')).toEqual(['bread_lovers']);
    expect(await find('butter bread')).toEqual(['bread_lovers']);
    expect(await find('fotografia munster')).toEqual(['fotoclub']);
    expect(await find('道')).toEqual(['shodo']);
  });

  test('tolerates a typo', async () => {
    for (const query of ['sourduogh', 'sourdogh', 'sourdoughh']) {
      expect((await find(query)).sort(), query).toEqual(['bakers', 'sourdough_club']);
    }
    expect(await find('fotoculb')).toEqual(['fotoclub']);
  });

  test('says whether the caller is a member', async () => {
    const { communities } = (await bob.get('/v1/communities/search?query=sourdough')).body;
    expect(communities.map(({ joined }: { joined: boolean }) => joined)).toEqual([true, false]);
    communityShape.strict().parse(communities[0]);
  });

  test("a query that's blank or only punctuation finds nothing; size limits the results", async () => {
    for (const query of ['', ' ', '%', "'", '!!', 'x'.repeat(500)]) expect(await find(query)).toEqual([]);
    expect(await find('made', 1)).toHaveLength(1);
    expect((await bob.get('/v1/communities/search?query=x&size=51')).status).toBe(400);
  });
});
