import { expect, test } from 'vitest';
import { issueMailedToken } from '#features/moderation/appeals.service.ts';
import { createClub } from '../../../test/community.ts';
import type { Person } from '../../../test/harness.ts';
import { moderatedWorld } from '../../../test/moderation.ts';

const { world, ada, bob, eve, mod, other, admin, newPerson, newPost, reportId, decide, report, decisionsOf } =
  await moderatedWorld();

async function listOf(person: Person, query = ''): Promise<{ type: string; text: string; report_id?: string }[]> {
  await world.runJobs();
  return (await person.get(`/v1/notifications${query}`)).body.notifications;
}
const typesOf = async (person: Person, query?: string) => (await listOf(person, query)).map(({ type }) => type);

test("the team is notified of a report until it's decided; then the people who reported are", async () => {
  const id = await newPost();
  const reported = await reportId(bob, 'post', id);
  await report(eve, 'post', id);
  for (const person of [mod, other, admin]) expect(await typesOf(person, '?filter=team')).toEqual(['report']);
  expect(await typesOf(ada)).toEqual([]);
  await decide(mod, reported, { action: 'remove', rule: 1, text: 'Please be kind.' });
  for (const person of [mod, other, admin]) expect(await typesOf(person)).toEqual([]);
  expect(await listOf(ada)).toMatchObject([
    { type: 'removed', excerpt: 'Please be kind.', actor: null, url: '/decisions' },
  ]);
  for (const person of [bob, eve]) expect(await typesOf(person)).toEqual(['report_decided']);
});

test("a warning notifies its person, an appeal only those who may judge it; once it's overturned, only the answer is left", async () => {
  const reported = await reportId(bob, 'user', 'eve');
  await decide(mod, reported, { action: 'warn', text: 'Calm down.' });
  expect((await listOf(eve))[0]).toMatchObject({ type: 'warning', excerpt: 'Calm down.' });
  const [decision] = await decisionsOf(eve);
  const { appeal } = (await eve.post(`/v1/decisions/${decision.decision_id}/appeal`, { text: 'It was a joke.' })).body;
  expect([await typesOf(mod), await typesOf(other), await typesOf(admin)]).toEqual([[], ['appeal'], ['appeal']]);
  const answer = await other.post(`/v1/appeals/${appeal.appeal_id}/decision`, { decision: 'overturn', text: 'Right.' });
  expect(answer.status).toBe(200);
  expect(await typesOf(other)).toEqual([]);
  expect(await listOf(eve)).toMatchObject([
    { type: 'warning', text: 'Your appeal was answered', excerpt: 'Right.', url: '/decisions', read: false },
    { type: 'report_decided' },
  ]);
});

test('whoever appealed is notified of the answer also if the decision stands, and nobody else is', async () => {
  const reported = await reportId(eve, 'post', await newPost());
  await decide(mod, reported, { action: 'remove', rule: 1, text: 'Not here.' });
  const [decision] = await decisionsOf(ada);
  const { appeal } = (await ada.post(`/v1/decisions/${decision.decision_id}/appeal`, { text: 'Why?' })).body;
  const before = await typesOf(eve);
  await other.post(`/v1/appeals/${appeal.appeal_id}/decision`, { decision: 'uphold', text: 'See rule 1.' });
  expect((await listOf(ada)).slice(0, 2)).toMatchObject([
    { type: 'removed', text: 'Your appeal was answered', excerpt: 'See rule 1.', decision_id: decision.decision_id },
    { type: 'removed', text: 'The moderators removed something you wrote', excerpt: 'Not here.' },
  ]);
  expect([await typesOf(eve), await typesOf(mod)]).toEqual([before, []]);
});

test('whoever was suspended finds the answer to their appeal among their notifications once they are back', async () => {
  const person = await newPerson();
  await mod.put(`/v1/users/${person.user.username}/suspension`, { text: 'Enough.' });
  const [decision] = await world.sql('select id from decisions where user_id = $1', [person.user_id]);
  const { platform } = world;
  const token = await issueMailedToken(platform, platform.db.kysely, String(decision?.id));
  const { appeal } = (await world.stranger().post('/v1/decisions/appeal', { token, text: 'Please.' })).body;
  await other.post(`/v1/appeals/${appeal.appeal_id}/decision`, { decision: 'overturn', text: 'Welcome back.' });
  await world.runJobs();
  const session = await platform.sessions.create(platform.db.kysely, person.user_id);
  const { notifications } = (await world.withCookie(`hubbub=${session}`).get('/v1/notifications')).body;
  expect(notifications).toMatchObject([
    { type: 'warning', text: 'Your appeal was answered', excerpt: 'Welcome back.' },
  ]);
});

test("a community's moderators are notified of reports there while they may decide them, and banned people of their ban", async () => {
  const host = await world.person('host');
  const guest = await world.person('guest');
  const { handle, admin: adminRole, communityId } = await createClub(world, host, [guest, bob]);
  const role = { role_id: adminRole, username: 'bob' };
  await host.post(`/v1/community/${handle}/roles/user`, role);
  await world.sql(
    'insert into posts (id, author_id, created_at, content, community_id) values (gen_random_uuid(), $1, now(), $2, $3)',
    [guest.user_id, 'Hm.', communityId],
  );
  const [{ id } = { id: '' }] = await world.sql<{ id: string }>('select id from posts where author_id = $1', [
    guest.user_id,
  ]);
  await report(host, 'post', id);
  const reports = async (person: Person) => (await listOf(person)).filter(({ type }) => type === 'report');
  expect(await reports(bob)).toMatchObject([
    {
      url: expect.stringMatching(`^/community/${handle}/settings\\?report=`),
      text: expect.stringMatching(/^A post by /),
    },
  ]);
  expect(await reports(guest)).toEqual([]);
  await host.delete(`/v1/community/${handle}/roles/user`, role);
  expect(await reports(bob)).toEqual([]);
  await host.put(`/v1/community/${handle}/bans/guest`, { text: 'Enough.' });
  expect((await listOf(guest)).map(({ type, text }) => [type, text])).toContainEqual([
    'banned',
    expect.stringContaining('You were banned from'),
  ]);
});
