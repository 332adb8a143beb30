import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startWorld, type World } from './harness.ts';

const hour = 3_600_000;
const noon = Date.UTC(2026, 10, 22, 12, 30);

/** A process whose clock tests can move. */
interface Process {
  world: World;
  time: number;
}

const processes: Process[] = [];
async function startProcess(time: number, beside?: Process): Promise<Process> {
  const started = { time } as Process;
  started.world = await startWorld({
    clock: { now: () => new Date(started.time) },
    ...(beside && { database: { connectionString: beside.world.databaseUrl } }),
  });
  processes.push(started);
  return started;
}

let first: Process;
let ada: Person;
beforeAll(async () => {
  first = await startProcess(noon);
  ada = await first.world.person('ada');
});
afterAll(async () => {
  for (const { world } of processes.reverse()) await world.close();
});

/** What ada creates through a process; each must sort above everything that exists. */
async function makesAll(at: Process, home: { post: string; handle: string }, name: string) {
  const caller = at.world.withCookie(ada.cookie);
  const form = (fields: Record<string, string>) => {
    const data = new FormData();
    for (const [key, value] of Object.entries(fields)) data.append(key, value);
    return data;
  };
  const posted = await caller.upload('/v1/posts', form({ content: name }));
  const feed = (await caller.get('/v1/posts?size=1')).body.posts[0].content;

  // Sent together, they share a statement.
  const texts = Array.from({ length: 3 }, (_, n) => `${name} ${n}`);
  const said = await Promise.all(texts.map((content) => caller.post(`/v1/posts/${home.post}/comments`, { content })));
  const comments = (await caller.get(`/v1/posts/${home.post}/comments?size=3`)).body.comments;

  const other = await first.world.person(`other_${name}`);
  const opened = (await caller.post('/v1/conversations', { username: other.user.username })).body.newConversation;
  const list = async () =>
    (await caller.get('/v1/conversations')).body.conversations.map(({ _id }: { _id: string }) => _id);
  const afterOpening = await list();
  // The conversation with the oldest activity.
  const oldest = afterOpening.at(-1);
  expect((await caller.upload('/v1/chats', form({ conversation: oldest, content: name }))).status).toBe(201);
  const afterMessage = await list();

  const role = (await caller.post(`/v1/community/${home.handle}/roles`, { name, permissions: [] })).body.role;
  const roles = (await caller.get(`/v1/community/${home.handle}/roles`)).body.roles;
  const channel = (await caller.post(`/v1/community/${home.handle}/channels`, { name, roles: [roles[0].role_id] })).body
    .channel;
  const channels = (await caller.get(`/v1/community/${home.handle}/channels`)).body.channels;

  expect({ feed }).toEqual({ feed: name });
  expect(comments.map(({ comment_id }: { comment_id: string }) => comment_id).sort()).toEqual(
    said.map(({ body }) => body.comment.comment_id).sort(),
  );
  expect({ top: afterOpening[0] }).toEqual({ top: opened._id });
  expect({ top: afterMessage[0] }).toEqual({ top: oldest });
  expect(roles.at(-1).role_id).toBe(role.role_id);
  expect(channels.at(-1).channel_id).toBe(channel.channel_id);
  return [
    posted.body.post.post_id as string,
    ...comments.map(({ comment_id }: { comment_id: string }) => comment_id).reverse(),
  ];
}

async function startHome(handle: string): Promise<{ post: string; handle: string }> {
  const form = new FormData();
  form.append('content', handle);
  const { post } = (await ada.upload('/v1/posts', form)).body;
  const community = new FormData();
  community.append('name', handle);
  community.append('handle', handle);
  expect((await ada.upload('/v1/communities', community)).status).toBe(201);
  return { post: post.post_id, handle };
}

describe('new posts, comments, conversations, roles and channels sort above older ones', () => {
  test('when the clock goes back by an hour', async () => {
    first.time = noon;
    const home = await startHome('alone');
    await makesAll(first, home, 'before');
    for (const back of [5 * 60_000, hour]) {
      first.time = noon - back;
      await makesAll(first, home, `back_${back}`);
    }
  });

  test('when the process restarts with its clock an hour behind', async () => {
    first.time = noon + hour;
    const home = await startHome('anew');
    await makesAll(first, home, 'sooner');
    for (const back of [5 * 60_000, hour]) {
      const again = await startProcess(noon + hour - back, first);
      await makesAll(again, home, `anew_${back}`);
    }
  });

  test("when two processes' clocks are an hour apart", async () => {
    first.time = noon + 2 * hour;
    const home = await startHome('two');
    const second = await startProcess(noon + hour, first);
    const made: string[][] = [];
    for (let round = 0; round < 3; round += 1) {
      made.push(await makesAll(first, home, `ahead_${round}`));
      made.push(await makesAll(second, home, `behind_${round}`));
      first.time += 1000;
      second.time += 1000;
    }
    for (const kind of [0, 1, 2, 3]) {
      const ids = made.map((one) => one[kind]);
      expect(ids.toSorted()).toEqual(ids);
    }
  });
});

test('comments by two processes on one post at the same time never sort below one acknowledged before', async () => {
  first.time = noon + 4 * hour;
  const { post } = await startHome('at_once');
  const second = await startProcess(noon + 3 * hour, first);
  let newest = '';
  const write = async (at: Process, count: number) => {
    const caller = at.world.withCookie(ada.cookie);
    for (let n = 0; n < count; n += 1) {
      const before = newest;
      const id = (await caller.post(`/v1/posts/${post}/comments`, { content: 'At once' })).body.comment.comment_id;
      expect(id > before).toBe(true);
      if (id > newest) newest = id;
    }
  };
  await Promise.all([write(first, 30), write(second, 30), write(first, 30), write(second, 30)]);
});
