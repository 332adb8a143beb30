import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { setRegistration, setSiteRole } from '../../../test/site.ts';
import { activationTokenIn } from '../accounts/accounts.factory.ts';
import { createCommunityOf } from '../communities/communities.factory.ts';

const password = 'a long enough password';
const day = 24 * 60 * 60 * 1000;

let world: World;
let now = new Date();
let owner: Person;
let admin: Person;
let moderator: Person;
let member: Person;
beforeAll(async () => {
  world = await startWorld({ clock: { now: () => now } });
  owner = await world.person('owner');
  admin = await world.person('admin');
  moderator = await world.person('moderator');
  member = await world.person('member');
  await setSiteRole(world, owner.user_id, 'owner');
  await setSiteRole(world, admin.user_id, 'admin');
  await setSiteRole(world, moderator.user_id, 'moderator');
});
beforeEach(async () => {
  now = new Date();
  await setRegistration(world, { registration: 'open', email_domains: [], member_invites: false });
});
afterAll(() => world.close());

const begin = (username: string, invite?: string, email = `${username}@example.org`) =>
  world.stranger().patch('/v1/register/email', { email, invite });

const finish = async (reg_id: string, username: string, reason?: string) => {
  await world.stranger().patch('/v1/register/username', { reg_id, username });
  return await world.stranger().post('/v1/users', { reg_id, password, confirm_password: password, reason });
};

/** Registers to the end. @returns the last answer, or the first one if that was refused */
const register = async (username: string, invite?: string, reason?: string) => {
  const first = await begin(username, invite);
  return first.status === 200 ? await finish(first.body.reg_id, username, reason) : first;
};

const mailTo = async (username: string, subject?: string) => {
  await world.runJobs();
  return (await world.outbox()).find(
    (mail) => mail.to === `${username}@example.org` && (subject === undefined || mail.subject.includes(subject)),
  );
};

const activate = async (username: string) =>
  await world.stranger().put('/v1/users/activated', { token: activationTokenIn(await mailTo(username, 'Activate')) });

const logIn = (username: string) => world.stranger().post('/v1/tokens/authentication', { username, password });

const invited = async (by: Person, body: object = {}): Promise<{ code: string; invite_id: string; url: string }> => {
  const { status, body: answer } = await by.post('/v1/invites', body);
  expect(status).toBe(201);
  return answer.invite;
};

const needsInvite = { status: 422, body: { error: { invite: expect.any(String) } } };

describe('who may register', () => {
  it('By invitation, registering needs an invite', async () => {
    await setRegistration(world, { registration: 'invitation' });
    expect(await begin('uninvited')).toMatchObject(needsInvite);
    expect(await begin('uninvited', 'made-up')).toMatchObject(needsInvite);
    const { code } = await invited(admin);
    expect((await register('invited', code)).status).toBe(201);
    expect((await activate('invited')).body.waiting).toBe(false);
    expect((await logIn('invited')).status).toBe(201);
  });

  it('An invite admits only its number of people, even if more have begun to register', async () => {
    await setRegistration(world, { registration: 'invitation' });
    const { code } = await invited(admin, { uses: 1 });
    const [first, second] = [await begin('first_one', code), await begin('second_one', code)];
    expect((await finish(first.body.reg_id, 'first_one')).status).toBe(201);
    expect(await finish(second.body.reg_id, 'second_one')).toMatchObject(needsInvite);
    expect(await begin('third_one', code)).toMatchObject(needsInvite);
    expect(await world.sql("select from users where username = 'second_one'")).toHaveLength(0);
  });

  it("Of two people who use an invite's last place at the same time, one gets in", async () => {
    await setRegistration(world, { registration: 'invitation' });
    const { code } = await invited(admin, { uses: 1 });
    const regs = await Promise.all(['racer_a', 'racer_b', 'racer_c'].map((name) => begin(name, code)));
    const ends = await Promise.all(
      regs.map(({ body }, index) => finish(body.reg_id, `racer_${['a', 'b', 'c'][index]}`)),
    );
    expect(ends.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });

  it('An invite works until it expires', async () => {
    await setRegistration(world, { registration: 'invitation' });
    const { code } = await invited(admin, { days: 1 });
    const { body } = await begin('late_one', code);
    now = new Date(now.getTime() + day + 1000);
    expect(await begin('later_one', code)).toMatchObject(needsInvite);
    expect((await finish(body.reg_id, 'late_one')).status).toBe(422);
  });

  it("Nobody's invites work while they're suspended", async () => {
    await setRegistration(world, { registration: 'invitation' });
    const maker = await world.person('suspended_admin');
    await setSiteRole(world, maker.user_id, 'admin');
    const { code } = await invited(maker);
    const suspend = (by: string | null) =>
      world.sql('update users set suspended_by = $2 where id = $1', [maker.user_id, by]);
    await suspend(maker.user_id);
    expect(await begin('friend_of_theirs', code)).toMatchObject(needsInvite);
    expect((await world.stranger().get(`/v1/invites/code/${code}`)).body.invite.valid).toBe(false);
    await suspend(null);
    expect((await begin('friend_of_theirs', code)).status).toBe(200);
  });

  it('An invite stops working when its maker may no longer invite', async () => {
    await setRegistration(world, { registration: 'invitation' });
    const gone = await world.person('gone_admin');
    await setSiteRole(world, gone.user_id, 'admin');
    const { code } = await invited(gone);
    await setSiteRole(world, gone.user_id, null);
    expect(await begin('orphan', code)).toMatchObject(needsInvite);
    expect((await world.stranger().get(`/v1/invites/code/${code}`)).body.invite).toEqual({
      site_name: 'Hubbub',
      invited_by: null,
      community: null,
      valid: false,
      registration: 'closed',
    });

    await setRegistration(world, { member_invites: true });
    const { code: members } = await invited(member);
    expect((await begin('friend', members)).status).toBe(200);
    await setRegistration(world, { member_invites: false });
    expect(await begin('friend', members)).toMatchObject(needsInvite);

    await setSiteRole(world, gone.user_id, 'admin');
    await gone.delete('/v1/users');
    expect((await world.stranger().get(`/v1/invites/code/${code}`)).status).toBe(404);
  });

  it('Closed refuses all but invites of the owner and admins', async () => {
    await setRegistration(world, { member_invites: true });
    const byMember = await invited(member);
    const byModerator = await invited(moderator);
    const byOwner = await invited(owner);
    await setRegistration(world, { registration: 'closed' });
    expect(await begin('nobody')).toMatchObject(needsInvite);
    expect(await begin('nobody', byMember.code)).toMatchObject(needsInvite);
    expect(await begin('nobody', byModerator.code)).toMatchObject(needsInvite);
    expect((await register('owners_friend', byOwner.code)).status).toBe(201);
  });

  it('A registration that began before the site closed is refused', async () => {
    const { body } = await begin('too_slow');
    await setRegistration(world, { registration: 'closed' });
    expect(await finish(body.reg_id, 'too_slow')).toMatchObject(needsInvite);
  });

  it("Invites can't bypass the site's email domains", async () => {
    await setRegistration(world, { email_domains: ['school.example', 'example.com'] });
    const { code } = await invited(owner);
    const wrong = { status: 422, body: { error: { email: 'Use an address at school.example or example.com.' } } };
    expect(await begin('pupil', undefined, 'pupil@example.org')).toMatchObject(wrong);
    expect(await begin('pupil', code, 'pupil@example.org')).toMatchObject(wrong);
    expect((await begin('pupil', code, 'pupil@School.example')).status).toBe(200);
  });

  it('Only people who may register learn whether an address has an account', async () => {
    await setRegistration(world, { registration: 'invitation' });
    expect(await begin('x', undefined, member.user.email)).toEqual(
      expect.objectContaining({ status: 422, body: (await begin('x')).body }),
    );
  });
});

describe('approval', () => {
  beforeEach(() => setRegistration(world, { registration: 'approval' }));

  it('People who register wait until the team accepts them, and get a mail', async () => {
    expect((await register('hopeful', undefined, '  I teach here.  ')).body.waiting).toBe(true);
    expect((await logIn('hopeful')).status).toBe(403);
    expect((await moderator.get('/v1/site/requests')).body.requests).toEqual([]);
    expect((await activate('hopeful')).body).toMatchObject({ waiting: true, user: { username: 'hopeful' } });

    const refused = await logIn('hopeful');
    expect(refused.status).toBe(422);
    expect(refused.body.error.account).toContain('waiting for approval');
    const wrong = await world.stranger().post('/v1/tokens/authentication', { username: 'hopeful', password: 'wrong' });
    expect(wrong.status).toBe(401);
    expect((await member.get('/v1/users/hopeful')).status).toBe(404);
    expect((await member.get('/v1/users?query=hopeful')).body.users).toEqual([]);

    const { requests } = (await moderator.get('/v1/site/requests')).body;
    expect(requests).toEqual([
      {
        user: expect.objectContaining({ username: 'hopeful' }),
        email: 'hopeful@example.org',
        created_at: expect.any(String),
        reason: 'I teach here.',
      },
    ]);
    expect((await moderator.post('/v1/site/requests/Hopeful', { decision: 'accept' })).body).toEqual({});
    expect(await mailTo('hopeful', "You're in")).toBeDefined();
    expect((await logIn('hopeful')).status).toBe(201);
    expect((await member.get('/v1/users/hopeful')).status).toBe(200);
    expect((await moderator.get('/v1/site/requests')).body.requests).toEqual([]);
    expect((await admin.post('/v1/site/requests/hopeful', { decision: 'refuse' })).status).toBe(409);
    expect(await world.sql("select action from audit_log where action = 'request.accepted'")).toHaveLength(1);
  });

  it('People who are refused get a mail, and their name and address are free again', async () => {
    await register('unlucky');
    await activate('unlucky');
    expect((await moderator.post('/v1/site/requests/unlucky', { decision: 'refuse' })).status).toBe(200);
    expect(await mailTo('unlucky', "wasn't approved")).toBeDefined();
    expect((await logIn('unlucky')).status).toBe(401);
    expect((await moderator.post('/v1/site/requests/unlucky', { decision: 'accept' })).status).toBe(404);
    expect((await register('unlucky')).status).toBe(201);
  });

  it('An invite skips the approval only if its maker could approve', async () => {
    await setRegistration(world, { member_invites: true });
    expect((await register('of_member', (await invited(member)).code)).body.waiting).toBe(true);
    expect((await register('of_moderator', (await invited(moderator)).code)).body.waiting).toBe(false);
  });

  it('Only the team sees and decides requests', async () => {
    expect((await member.get('/v1/site/requests')).status).toBe(422);
    expect((await member.post('/v1/site/requests/hopeful', { decision: 'accept' })).status).toBe(422);
    expect((await world.stranger().get('/v1/site/requests')).status).toBe(401);
    expect((await moderator.post('/v1/site/requests/nobody_at_all', { decision: 'accept' })).status).toBe(404);
    expect((await moderator.post('/v1/site/requests/hopeful', { decision: 'maybe' })).status).toBe(422);
  });

  it('A reason has at most 500 characters', async () => {
    const { body } = await begin('wordy');
    const answer = await finish(body.reg_id, 'wordy', 'x'.repeat(501));
    expect(answer).toMatchObject({ status: 422, body: { error: { reason: expect.any(String) } } });
  });

  it('The list comes in pages, newest first', async () => {
    for (const name of ['page_a', 'page_b', 'page_c']) {
      await register(name);
      await activate(name);
    }
    const first = (await moderator.get('/v1/site/requests?size=2')).body;
    expect(first.requests.map((request: { user: { username: string } }) => request.user.username)).toEqual([
      'page_c',
      'page_b',
    ]);
    const second = (await moderator.get(`/v1/site/requests?size=2&before=${first.next}`)).body;
    expect(second.requests[0].user.username).toBe('page_a');
  });
});

describe('invites', () => {
  it('Admins can invite to the site, and so can members if the site allows it', async () => {
    expect((await member.post('/v1/invites', {})).status).toBe(422);
    expect((await moderator.post('/v1/invites', {})).status).toBe(422);
    const { status, body } = await admin.post('/v1/invites', { uses: 30, days: 2 });
    expect(status).toBe(201);
    expect(body.invite).toMatchObject({
      uses_left: 30,
      community_handle: null,
      created_by: { username: 'admin' },
      url: `http://localhost/invite/${body.invite.code}`,
      expires_at: new Date(now.getTime() + 2 * day).toISOString(),
    });
    await setRegistration(world, { member_invites: true });
    expect((await member.post('/v1/invites', {})).status).toBe(201);
  });

  it.each([{ uses: 0 }, { uses: 1001 }, { days: 0 }, { days: 366 }])('%j is refused', async (body) => {
    expect((await admin.post('/v1/invites', body)).status).toBe(422);
  });

  it('People can see and withdraw their own, admins all', async () => {
    await setRegistration(world, { member_invites: true });
    const mine = await invited(member);
    const other = await world.person('other_member');
    const idsOf = async (person: Person) =>
      (await person.get('/v1/invites')).body.invites.map((one: { invite_id: string }) => one.invite_id);
    expect(await idsOf(member)).toContain(mine.invite_id);
    expect(await idsOf(other)).toEqual([]);
    expect(await idsOf(admin)).toContain(mine.invite_id);
    expect((await other.delete(`/v1/invites/${mine.invite_id}`)).status).toBe(404);
    expect((await admin.delete(`/v1/invites/${mine.invite_id}`)).body).toEqual({});
    expect((await world.stranger().get(`/v1/invites/code/${mine.code}`)).status).toBe(404);
    expect((await member.delete(`/v1/invites/${mine.invite_id}`)).status).toBe(404);
  });

  it('A person has at most 100 invites at a time', async () => {
    const keen = await world.person('keen');
    await setSiteRole(world, keen.user_id, 'admin');
    for (let count = 0; count < 100; count += 1) await invited(keen);
    expect(await keen.post('/v1/invites', {})).toMatchObject(needsInvite);
  });

  it("The list comes in pages, and expired invites aren't in it", async () => {
    const lister = await world.person('lister');
    await setRegistration(world, { member_invites: true });
    const made = [await invited(lister, { days: 1 }), await invited(lister), await invited(lister)];
    const first = (await lister.get('/v1/invites?size=2')).body;
    expect(first.invites.map((one: { code: string }) => one.code)).toEqual([made[2]?.code, made[1]?.code]);
    expect((await lister.get(`/v1/invites?size=2&before=${first.next}`)).body).toMatchObject({
      invites: [{ code: made[0]?.code }],
      next: null,
    });
    now = new Date(now.getTime() + 2 * day);
    expect((await lister.get('/v1/invites')).body.invites).toHaveLength(2);
  });
});

describe('invites to a community', () => {
  let handle: string;
  let editor: Person;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    editor = await world.person(`editor_${count}`);
    handle = `garden_${count}`;
    await createCommunityOf(world.platform, { creatorId: editor.user_id, handle, name: 'Garden' });
  });
  const membersOf = async () =>
    (await editor.get(`/v1/community/${handle}/members`)).body.members.map((one: { username: string }) => one.username);

  it('Only people who may edit the community can make them', async () => {
    expect((await member.post('/v1/invites', { community_handle: handle })).status).toBe(404);
    await member.post(`/v1/community/${handle}`);
    expect((await member.post('/v1/invites', { community_handle: handle })).status).toBe(422);
    expect((await admin.post('/v1/invites', { community_handle: handle })).status).toBe(404);
    const { code } = await invited(editor, { community_handle: handle });
    expect((await world.stranger().get(`/v1/invites/code/${code}`)).body.invite).toMatchObject({
      invited_by: { username: editor.user.username },
      community: { community_handle: handle, name: 'Garden' },
      valid: true,
      registration: 'open',
    });
  });

  it('Somebody who joins several times at the same moment uses it once', async () => {
    const { code, invite_id } = await invited(editor, { community_handle: handle, uses: 3 });
    const joins = Array.from({ length: 4 }, () => member.post(`/v1/community/${handle}`, { invite: code }));
    expect((await Promise.all(joins)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await world.sql('select uses_left from invites where id = $1', [invite_id])).toEqual([{ uses_left: 2 }]);
  });

  it('People who register with one become members once they can log in', async () => {
    const { code } = await invited(editor, { community_handle: handle });
    const name = `gardener_${count}`;
    await register(name, code);
    expect(await membersOf()).toEqual([editor.user.username]);
    await activate(name);
    expect(await membersOf()).toEqual([editor.user.username, name]);
    const [size] = await world.sql<{ member_count: number }>(
      'select member_count from community_sizes join communities on id = community_id where handle = $1',
      [handle],
    );
    expect(size?.member_count).toBe(2);
  });

  it('Under approval they become a member once they are accepted', async () => {
    await setRegistration(world, { registration: 'approval' });
    const { code } = await invited(editor, { community_handle: handle });
    const name = `patient_${count}`;
    expect((await register(name, code)).body.waiting).toBe(true);
    await activate(name);
    expect(await membersOf()).toEqual([editor.user.username]);
    await moderator.post(`/v1/site/requests/${name}`, { decision: 'accept' });
    expect(await membersOf()).toEqual([editor.user.username, name]);
  });

  it('It admits new accounts only if its maker may invite to the site', async () => {
    const { code } = await invited(editor, { community_handle: handle });
    await setRegistration(world, { registration: 'invitation' });
    expect(await begin('outsider', code)).toMatchObject(needsInvite);
    await setRegistration(world, { member_invites: true });
    expect((await begin('outsider', code)).status).toBe(200);
  });

  it('It stops working when its maker may no longer edit the community', async () => {
    const { code } = await invited(editor, { community_handle: handle });
    const name = `unrooted_${count}`;
    await register(name, code);
    await world.sql(
      `delete from community_role_holders using communities, community_roles
       where communities.handle = $1 and community_roles.community_id = communities.id and community_roles.kind = 'admin'
         and community_role_holders.role_id = community_roles.id`,
      [handle],
    );
    expect(await begin('another', code)).toMatchObject(needsInvite);
    await activate(name);
    expect(await membersOf()).toEqual([editor.user.username]);
  });
});
