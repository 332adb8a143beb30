import { beforeEach, expect, test } from 'vitest';
import { createClub } from './community.ts';
import { type Answer, type Person, testWorld } from './harness.ts';
import { moderatingIn } from './moderation.ts';

/** The scene of each test. */
export interface SightScene {
  ada: Person;
  bob: Person;
  /** A member of Ada's community, as Bob is. */
  cyd: Person;
  handle: string;
  /** Ids of the community's roles. */
  member: string;
  admin: string;
  channel: string;
  post: string;
  comment: string;
  message: string;
}

/** An action that ends Bob's sight of his notifications, and one that restores it. */
export interface SightRow {
  what: string;
  /** Preparations beyond the scene. */
  first?: () => Promise<unknown>;
  ends: () => Promise<unknown>;
  begins?: () => Promise<unknown>;
  /** Bob's notifications: before, without sight, and afterwards; as before, unless given. */
  before?: string[];
  left: string[];
  afterwards?: string[];
  /** How much more his badge counts than unread notifications, at these three times: rooms count for themselves. */
  rooms?: [before: number, left: number, afterwards?: number];
}

/** Bob's notifications in the scene. */
export const allTypes = ['comment', 'follow', 'mention', 'vote'];

/** Those and more, in the order of `listed`. */
export const typesWith = (...more: string[]): string[] => [...allTypes, ...more].sort();
/** Those without some. */
export const typesWithout = (...less: string[]): string[] => allTypes.filter((type) => !less.includes(type));

export const formOf = (fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

/** @throws {Error} for a call that was refused */
export const done = async (answer: Promise<Answer>): Promise<Answer['body']> => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

/**
 * For tests of what ends and restores sight. In each, Ada reacts to Bob's post in every way, and mentions him in a channel of her community.
 * He has read that she commented.
 */
export async function sightWorld() {
  const world = await testWorld();
  const moderating = moderatingIn(world);
  const [mod, judge] = [await world.person('mod'), await world.person('judge')];
  await moderating.give(mod, 'moderator');
  await moderating.give(judge, 'admin');
  const the = {} as SightScene;
  let made = 0;

  const steps = {
    publish: async (author: Person, fields: Record<string, string>): Promise<string> =>
      (await done(author.upload('/v1/posts', formOf(fields)))).post.post_id,
    addChannel: async (name: string, roles: string[]): Promise<string> =>
      (await done(the.ada.post(`/v1/community/${the.handle}/channels`, { name, roles }))).channel.channel_id,
    /** @returns the id of a message in a channel */
    say: async (writer: Person, conversation: string, content: string): Promise<string> =>
      (await done(writer.post('/v1/channel/chats', { conversation, content }))).message._id,
    /** A text that mentions Bob. */
    look: () => `@${the.bob.user.username} look`,
    /** A moderator of the site removes something of Ada's. */
    async remove(kind: string, id: string) {
      const report = await moderating.reportId(the.bob, kind, id);
      await done(moderating.decide(mod, report, { action: 'remove', rule: null }));
    },
    /** Somebody's appeal against the latest decision about them succeeds. */
    async overturn(person: Person) {
      const [{ decision_id }] = await moderating.decisionsOf(person);
      const { appeal } = await done(person.post(`/v1/decisions/${decision_id}/appeal`, { text: "It isn't." }));
      const decision = { decision: 'overturn', text: "It isn't." };
      await done(judge.post(`/v1/appeals/${appeal.appeal_id}/decision`, decision));
    },
    /** Bob's notifications, as his badge and his list show them. The badge comes first: the list would correct it. */
    async state() {
      const { notifications, total } = (await the.bob.get('/v1/unread')).body;
      const listed: { type: string; read: boolean }[] = (await the.bob.get('/v1/notifications')).body.notifications;
      return {
        notifications,
        badge: total,
        listed: listed.map(({ type, read }) => (read ? `${type}, read` : type)).sort(),
      };
    },
  };

  beforeEach(async () => {
    made += 1;
    const person = (name: string) => world.person(`${name}_${made}`);
    const [ada, bob, cyd] = [await person('ada'), await person('bob'), await person('cyd')];
    const { handle, user: member, admin } = await createClub(world, ada, [bob, cyd]);
    Object.assign(the, { ada, bob, cyd, handle, member, admin });
    the.channel = await steps.addChannel('green', [member, admin]);
    the.post = await steps.publish(bob, { content: 'A post' });
    the.comment = (await done(ada.post(`/v1/posts/${the.post}/comments`, { content: 'Good' }))).comment.comment_id;
    await done(ada.post(`/v1/posts/${the.post}/votes`, { vote_type: 1 }));
    await done(ada.put(`/v1/users/${bob.user.username}/follow`));
    the.message = await steps.say(ada, the.channel, steps.look());
    await world.runJobs();
    const { notifications } = await done(bob.get('/v1/notifications'));
    const { _id } = notifications.find(({ type }: { type: string }) => type === 'comment');
    await done(bob.post('/v1/notifications/read', { ids: [_id] }));
  });
  return { world, the, mod, judge, ...moderating, ...steps };
}

const stateWith = (types: readonly string[], rooms = 0) => {
  const notifications = types.filter((type) => type !== 'comment').length;
  return {
    notifications,
    badge: notifications + rooms,
    listed: types.map((type) => (type === 'comment' ? 'comment, read' : type)),
  };
};

/** A test for each row. */
export function testSight({ world, state }: Awaited<ReturnType<typeof sightWorld>>, rows: readonly SightRow[]): void {
  test.each(rows)('$what withdraws its notifications, and undoing it restores them', async (row) => {
    const { first, ends, begins, before = allTypes, left, afterwards = before, rooms } = row;
    await first?.();
    await world.runJobs();
    expect(await state()).toEqual(stateWith(before, rooms?.[0]));
    await ends();
    await world.runJobs();
    expect(await state()).toEqual(stateWith(left, rooms?.[1]));
    if (!begins) return;
    await begins();
    await world.runJobs();
    expect(await state()).toEqual(stateWith(afterwards, rooms?.[2]));
  });
}
