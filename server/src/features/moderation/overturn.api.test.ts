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

/** What isn't content: the record of what was decided, and sessions, which a suspension ends for good. */
const records = ['reports', 'report_voices', 'report_viewers', 'decisions', 'appeals', 'appeal_tokens', 'audit_log'];
const passing = ['sessions', 'known_devices', 'hubbub_migrations', 'migrations', 'reset_tokens'];

/** The whole database apart from those, as text. */
async function snapshot(): Promise<Record<string, string[]>> {
  const tables = await world.sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const content: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => ![...records, ...passing].includes(table.name))) {
    const rows = await world.sql<{ row: string }>(`select t::text as row from "${name}" t`);
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
async function fill(seed: number, random: Random): Promise<Thing[]> {
  const people: Person[] = [];
  for (let n = 0; n < 4; n += 1) people.push(await world.person(`p${seed}_${n}`));
  const { communityId, handle, user } = await createClub(world, owner, people);
  const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
  const things: Thing[] = [];
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
  return things;
}

test.each([1, 2, 3])('random decisions that are overturned leave the database as it was (seed %i)', async (seed) => {
  const random = randomOf(seed);
  const things = await fill(seed, random);
  await world.runJobs();
  const decided: { author: Person; report: string }[] = [];
  const reported: { id: string; author: Person; actions: string[] }[] = [];
  for (const { kind, id, reporter, author } of things.filter(() => random(3) > 0)) {
    const { report } = created(await reporter.post('/v1/reports', { kind, id, reason: 'other' }));
    const { actions } = (await mod.get(`/v1/reports/${report.report_id}`)).body.report;
    reported.push({ id: report.report_id, author, actions });
  }
  const before = await snapshot();

  const banned = new Set<Person>();
  for (const { id, author, actions } of reported) {
    // A ban of someone who is banned takes the place of the first.
    const possible = actions.filter((action) => action !== 'ban' || !banned.has(author));
    const action = possible[random(possible.length)];
    if (action === 'ban') banned.add(author);
    const days = random(2) === 0 ? {} : { days: 1 + random(100) };
    const { status } = await mod.post(`/v1/reports/${id}/decision`, { action, text: 'Not here.', ...days });
    expect([action, status]).toEqual([action, 200]);
    if (action !== 'dismiss') decided.push({ author, report: id });
  }
  await world.runJobs();
  expect(decided.length).toBeGreaterThan(3);
  expect(await snapshot()).not.toEqual(before);

  const decisions = await world.sql<{ id: string; user_id: string }>(
    `select decisions.id, decisions.user_id from decisions where action <> 'dismiss' and state = 'standing'`,
  );
  const order = decisions.map((each) => ({ ...each, place: random(1000) })).sort((a, b) => a.place - b.place);
  for (const { id, user_id } of order) {
    // A suspended person's appeal comes by the link in the mail; here it's only about what judging it does.
    await world.sql(
      'insert into appeals (id, decision_id, user_id, text, created_at) values (gen_random_uuid(), $1, $2, $3, now())',
      [id, user_id, 'Please.'],
    );
  }
  const { appeals } = (await owner.get('/v1/appeals?size=100')).body;
  expect(appeals).toHaveLength(order.length);
  for (const { id } of order) {
    const appeal = appeals.find((each: Answer['body']) => each.decision.decision_id === id);
    const answer = { decision: 'overturn', text: 'We were wrong.' };
    expect((await owner.post(`/v1/appeals/${appeal.appeal_id}/decision`, answer)).status).toBe(200);
  }
  await world.runJobs();
  expect(await snapshot()).toEqual(before);
});
