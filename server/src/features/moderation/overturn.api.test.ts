import { expect, test, vi } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { talkIn } from '../../../test/talk.ts';

vi.setConfig({ testTimeout: 120_000 });

const world = await testWorld();
const { open } = talkIn(() => world);
const owner = await world.person('owner');
const mod = await world.person('mod');
await world.sql(`update users set site_role = 'owner' where username = 'owner'`);
await world.sql(`update users set site_role = 'moderator' where username = 'mod'`);
// Someone else has to judge an appeal.
const judge = await world.person('judge');
await world.sql(`update users set site_role = 'admin' where username = 'judge'`);

/** Tables that aren't content: the record of decisions and notifications, and sessions, which a suspension ends for good. */
const records = [
  'reports',
  'report_voices',
  'report_viewers',
  'decisions',
  'appeals',
  'appeal_tokens',
  'audit_log',
  'notifications',
];
const passing = [
  'sessions',
  'last_seen',
  'known_devices',
  'hubbub_migrations',
  'migrations',
  'reset_tokens',
  'search_texts',
  'search_waiting',
  'unread_changes',
  'heard_changes',
];

/** All other tables of the database, as text. Revisions of messages are left out: they also change when a message is restored. */
async function snapshot(): Promise<Record<string, string[]>> {
  const tables = await world.sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const content: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => ![...records, ...passing].includes(table.name))) {
    const rows = await world.sql<{ row: string }>(`select (to_jsonb(t) - 'revision')::text as row from "${name}" t`);
    content[name] = rows.map(({ row }) => row).sort();
  }
  return content;
}

type Random = (below: number) => number;
interface Thing {
  kind: string;
  id: string;
  reporter: Person;
  author: Person;
}

const created = ({ status, body }: Answer): Answer['body'] => {
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
};

/** People with posts, comments, votes, messages, pictures, a community and a conversation. */
async function fill(seed: number, random: Random): Promise<{ things: Thing[]; handle: string }> {
  const people: Person[] = [];
  for (let n = 0; n < 4; n += 1) people.push(await world.person(`p${seed}_${n}`));
  const { communityId, handle, user } = await createClub(world, owner, people);
  const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
  const [founder, neighbor] = people as [Person, Person];
  const { handle: founded } = await createClub(world, founder, [neighbor]);
  const things: Thing[] = [{ kind: 'community', id: founded, reporter: neighbor, author: founder }];
  for (const [index, author] of people.entries()) {
    const reporter = people[(index + 1) % people.length] as Person;
    const add = (kind: string, id: string) => things.push({ kind, id, reporter, author });
    const files = random(2) === 0 ? [['files', await fixtureFile('alpha.png')] as [string, File]] : [];
    const { post } = created(await author.upload('/v1/posts', formOf(['content', `Post ${index}`], ...files)));
    add('post', post.post_id);
    for (const other of people) {
      await other.post(`/v1/posts/${post.post_id}/votes`, { vote_type: random(3) - 1 });
      const { comment } = created(await other.post(`/v1/posts/${post.post_id}/comments`, { content: 'Said' }));
      if (other === author) add('comment', comment.comment_id);
    }
    for (let n = 0; n < 2; n += 1) {
      const { message } = created(
        await author.post('/v1/channel/chats', { conversation: channel, content: `Message ${n}` }),
      );
      add('message', message._id);
    }
    const talk = await open(author, reporter);
    const picture = formOf(['conversation', talk], ['content', 'Look'], ['image', await fixtureFile('phone.jpg')]);
    add('message', created(await author.upload('/v1/chats', picture)).message._id);
    add('user', author.user.username);
  }
  await (people[0] as Person).get(`/v1/channel/chats/${channel}`);
  expect((await owner.get(`/v1/community/${handle}/members`)).body.members).toHaveLength(5);
  return { things, handle };
}

test.each([1, 2, 3])(
  'Overturning restores the exact state: content, media, counts, memberships, roles, unread marks (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const { things, handle } = await fill(seed, random);
    await world.runJobs();
    const decided: { author: Person; report: string }[] = [];
    const reported: { id: string; author: Person; actions: string[] }[] = [];
    for (const { kind, id, reporter, author } of things.filter(() => random(3) > 0)) {
      const { report } = created(await reporter.post('/v1/reports', { kind, id, reason: 'other' }));
      const { actions } = (await mod.get(`/v1/reports/${report.report_id}`)).body.report;
      reported.push({ id: report.report_id, author, actions });
    }
    const before = await snapshot();

    for (const { id, author, actions } of reported) {
      const action = actions[random(actions.length)];
      const days = random(2) === 0 ? {} : { days: 1 + random(100) };
      const { status } = await mod.post(`/v1/reports/${id}/decision`, { action, text: 'Not here.', ...days });
      // A ban may have removed the message already.
      if (action === 'remove' && status === 409) continue;
      expect([action, status]).toEqual([action, 200]);
      if (action !== 'dismiss') decided.push({ author, report: id });
      // Another one, with another end, replaces the first.
      if (random(2) === 0) {
        const more = { text: 'Again.', days: 1 + random(100) };
        const call =
          random(2) === 0
            ? mod.put(`/v1/users/${author.user.username}/suspension`, more)
            : owner.put(`/v1/community/${handle}/bans/${author.user.username}`, {
                ...more,
                delete_messages: random(2) === 0,
              });
        expect((await call).status).toBe(200);
        decided.push({ author, report: id });
      }
    }
    await world.runJobs();
    expect(decided.length).toBeGreaterThan(3);
    expect(await snapshot()).not.toEqual(before);

    const decisions = await world.sql<{ id: string; user_id: string }>(
      `select decisions.id, decisions.user_id from decisions where action <> 'dismiss' and state = 'standing'`,
    );
    const order = decisions.map((each) => ({ ...each, place: random(1000) })).sort((a, b) => a.place - b.place);
    for (const { id, user_id } of order) {
      // A suspended person would appeal with the link in the mail; this test is only about judging.
      await world.sql(
        'insert into appeals (id, decision_id, user_id, text, created_at) values (gen_random_uuid(), $1, $2, $3, now())',
        [id, user_id, 'Please.'],
      );
    }
    const { appeals } = (await judge.get('/v1/appeals?size=100')).body;
    expect(appeals).toHaveLength(order.length);
    for (const { id } of order) {
      const appeal = appeals.find((each: Answer['body']) => each.decision.decision_id === id);
      const answer = { decision: 'overturn', text: 'We were wrong.' };
      expect((await judge.post(`/v1/appeals/${appeal.appeal_id}/decision`, answer)).status).toBe(200);
    }
    await world.runJobs();
    expect(await snapshot()).toEqual(before);
  },
);

/** Everything that keeps a person out, as they and the team see it. */
async function inEffect(person: Person, handle: string): Promise<unknown> {
  const { bans } = (await owner.get(`/v1/community/${handle}/bans`)).body;
  const ban = bans.find(({ user }: Answer['body']) => user.username === person.user.username);
  const { username, password } = person.user;
  const logIn = await world.stranger().post('/v1/tokens/authentication', { username, password });
  return { ban: ban?.text ?? null, by: ban?.by.username ?? null, suspension: logIn.body.error?.account ?? null };
}

/** Overturns a decision about a person by its text. */
async function overturn(person: Person, text: string): Promise<void> {
  const [decision] = await world.sql('select id from decisions where user_id = $1 and text = $2', [
    person.user_id,
    text,
  ]);
  const [appeal] = await world.sql(
    `insert into appeals (id, decision_id, user_id, text, created_at)
     values (gen_random_uuid(), $1, $2, 'Please.', now()) returning id`,
    [decision?.id, person.user_id],
  );
  const answer = { decision: 'overturn', text: 'We were wrong.' };
  expect((await judge.post(`/v1/appeals/${appeal?.id}/decision`, answer)).status).toBe(200);
}

test.each([
  ['the second first', ['Second.', 'First.'], 'First.'],
  ['the first first', ['First.', 'Second.'], 'Second.'],
])('of two bans and two suspensions, %s: what is left is in force, and then nothing', async (title, order, left) => {
  const person = await world.person(title.replaceAll(' ', '_'));
  const { handle, communityId } = await createClub(world, owner, [person]);
  const { username } = person.user;
  const before = await inEffect(person, handle);
  for (const [text, days] of [
    ['First.', 10],
    ['Second.', 20],
  ] as const) {
    const by = text === 'First.' ? mod : owner;
    expect((await by.put(`/v1/users/${username}/suspension`, { days, text: `Suspended. ${text}` })).status).toBe(200);
    expect(
      (await owner.put(`/v1/community/${handle}/bans/${username}`, { days, text: `Banned. ${text}` })).status,
    ).toBe(200);
  }
  expect(await inEffect(person, handle)).toMatchObject({
    ban: 'Banned. Second.',
    suspension: expect.stringContaining('Suspended. Second.'),
  });
  for (const kind of ['Banned.', 'Suspended.']) await overturn(person, `${kind} ${order[0]}`);
  expect(await inEffect(person, handle)).toMatchObject({
    ban: `Banned. ${left}`,
    suspension: expect.stringContaining(`Suspended. ${left}`),
  });
  for (const kind of ['Banned.', 'Suspended.']) await overturn(person, `${kind} ${order[1]}`);
  expect(await inEffect(person, handle)).toEqual(before);
  const [member] = await world.sql('select from community_members where community_id = $1 and user_id = $2', [
    communityId,
    person.user_id,
  ]);
  expect(member).toBeDefined();
});
