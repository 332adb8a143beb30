import { type ExplainedKind, explainedActions } from '@hubbub/contract/features/moderation/explain.endpoints.ts';
import { expect, test, vi } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { type ExplainedWorld, fillExplainedWorld } from '../../../test/explain-world.ts';
import { formOf } from '../../../test/forms.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';

/** The number of random samples. Set EXPLAIN_SAMPLES=10000 for a thorough run. */
const samples = Number(process.env.EXPLAIN_SAMPLES ?? 400);
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const world = await testWorld();
const { sql, platform } = world;

/** Whether a call was allowed; anything but a refusal by the rules is a bug in the test. 409: it's removed already. */
function isAllowed({ status, body }: Answer): boolean {
  if (status < 300) return true;
  expect([401, 404, 409, 422], JSON.stringify(body)).toContain(status);
  return false;
}

/** A person, an action, and the thing as `GET /v1/explain` names it. */
interface Sample {
  person: Person;
  kind: ExplainedKind;
  id: string;
  action: string;
  /** Makes the call itself. @returns whether it was allowed */
  call(): Promise<boolean>;
  /** Its effects would change other samples' answers, so it runs alone and is undone. */
  isAlone: boolean;
}

type Random = (below: number) => number;
type Draw = (
  there: ExplainedWorld,
  person: Person,
  random: Random,
) => Omit<Sample, 'person' | 'kind' | 'action'> | Promise<Omit<Sample, 'person' | 'kind' | 'action'>>;

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;
let made = 0;

const community: Record<(typeof explainedActions.community)[number], Draw> = {
  view: shared(({ handle }, person) => person.get(`/v1/communities/${handle}`)),
  join: (there, person, random) => {
    const { id, handle } = pick(random, there.communities);
    return {
      id: handle,
      isAlone: true,
      async call() {
        const [member] = await sql('select from community_members where community_id = $1 and user_id = $2', [
          id,
          person.user_id,
        ]);
        const allowed = isAllowed(await person.post(`/v1/community/${handle}`));
        if (member || !allowed) return allowed;
        await sql('delete from community_members where community_id = $1 and user_id = $2', [id, person.user_id]);
        await sql('update community_sizes set member_count = member_count - 1 where community_id = $1', [id]);
        return allowed;
      },
    };
  },
  post: (there, person, random) => {
    const { handle } = pick(random, there.communities);
    return {
      id: handle,
      isAlone: true,
      async call() {
        const answer = await person.upload('/v1/posts', formOf(['content', 'Hello'], ['community', handle]));
        if (answer.status === 201) await sql('delete from posts where id = $1', [answer.body.post.post_id]);
        return isAllowed(answer);
      },
    };
  },
  create_channel: (there, person, random) => {
    const { handle, adminRole } = pick(random, there.communities);
    return {
      id: handle,
      isAlone: true,
      async call() {
        const answer = await person.post(`/v1/community/${handle}/channels`, { name: 'New', roles: [adminRole] });
        if (answer.status === 201) await sql('delete from rooms where id = $1', [answer.body.channel.channel_id]);
        return isAllowed(answer);
      },
    };
  },
  ban: shared(({ handle }, person) => person.put(`/v1/community/${handle}/bans/victim`, { days: 1 })),
  edit: shared(({ handle }, person) =>
    person.fetch(`/v1/communities/${handle}`, { method: 'PATCH', body: formOf(['name', handle]) }).then(answerOf),
  ),
};

/** A call about a community that can be repeated. */
function shared(call: (community: { handle: string }, person: Person) => Promise<Answer>): Draw {
  return (there, person, random) => {
    const one = pick(random, there.communities);
    return { id: one.handle, isAlone: false, call: async () => isAllowed(await call(one, person)) };
  };
}

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  body: await response.json(),
});

const inChannel =
  (call: (channel: { id: string; handle: string }, person: Person) => Promise<Answer>): Draw =>
  (there, person, random) => {
    const one = pick(random, there.channels);
    return { id: one.id, isAlone: false, call: async () => isAllowed(await call(one, person)) };
  };

const channel: Record<(typeof explainedActions.channel)[number], Draw> = {
  view: inChannel(({ id }, person) => person.get(`/v1/channel/chats/${id}?size=1`)),
  write: inChannel(({ id }, person) => person.post('/v1/channel/chats', { conversation: id, content: 'Hello' })),
  manage: inChannel(({ id, handle }, person) =>
    person.patch(`/v1/community/${handle}/channels/${id}`, { topic: 'Plans' }),
  ),
};

const onPost =
  (call: (id: string, person: Person) => Promise<Answer>): Draw =>
  (there, person, random) => {
    const id = pick(random, there.posts);
    return { id, isAlone: false, call: async () => isAllowed(await call(id, person)) };
  };

const post: Record<(typeof explainedActions.post)[number], Draw> = {
  view: onPost((id, person) => person.get(`/v1/posts/${id}`)),
  vote: onPost((id, person) => person.post(`/v1/posts/${id}/votes`, { vote_type: 1 })),
  comment: onPost((id, person) => person.post(`/v1/posts/${id}/comments`, { content: 'Hello' })),
  edit: onPostLike((id, person) => person.patch(`/v1/posts/${id}`, { content: 'Said better' })),
  delete: onPostLike((id, person) => person.delete(`/v1/posts/${id}`)),
};

/** A call about a copy of an existing post, sometimes the person's own. */
function onPostLike(call: (id: string, person: Person) => Promise<Answer>): Draw {
  return async (there, person, random) => {
    const original = pick(random, there.posts);
    const [row] = await sql<{ author_id: string; community_id: string | null }>(
      'select author_id, community_id from posts where id = $1',
      [original],
    );
    const { author_id, community_id } = row as { author_id: string; community_id: string | null };
    const isOwn = random(3) === 0;
    const place = community_id === null ? {} : { communityId: community_id };
    const id = await createTextPost(platform, { authorId: isOwn ? person.user_id : author_id, ...place });
    await sql('update posts set removal = (select removal from posts where id = $2) where id = $1', [id, original]);
    return {
      id,
      isAlone: true,
      async call() {
        const allowed = isAllowed(await call(id, person));
        await sql('delete from posts where id = $1', [id]);
        return allowed;
      },
    };
  };
}

/** A call about a copy of an existing comment, sometimes the person's own. */
function onCopy(call: (id: string, person: Person) => Promise<Answer>): Draw {
  return async (there, person, random) => {
    const id = platform.newId();
    await sql(
      `insert into comments (id, post_id, author_id, created_at, content, removal, parent_id)
        select $1, post_id, $3, created_at, content, removal, parent_id from comments where id = $2`,
      [id, pick(random, there.comments).id, (random(2) === 0 ? person : pick(random, there.people)).user_id],
    );
    return {
      id,
      isAlone: true,
      async call() {
        const allowed = isAllowed(await call(id, person));
        await sql('delete from comments where id = $1', [id]);
        return allowed;
      },
    };
  };
}

const comment: Record<(typeof explainedActions.comment)[number], Draw> = {
  view(there, person, random) {
    const { id, postId } = pick(random, there.comments);
    return {
      id,
      isAlone: false,
      async call() {
        const answer = await person.get(`/v1/posts/${postId}/comments?size=100`);
        const isThere = (each: { comment_id: string; deleted: boolean }) => each.comment_id === id && !each.deleted;
        return isAllowed(answer) && answer.body.comments.some(isThere);
      },
    };
  },
  edit: onCopy((id, person) => person.patch(`/v1/comments/${id}`, { content: 'Said better' })),
  delete: onCopy((id, person) => person.delete(`/v1/comments/${id}`)),
};

const message: Record<(typeof explainedActions.message)[number], Draw> = {
  view(there, person, random) {
    const { id, path } = pick(random, there.messages);
    return {
      id,
      isAlone: false,
      async call() {
        const next = String(Number(id) + 1).padStart(id.length, '0');
        const answer = await person.get(`${path}?size=1&before=${next}`);
        const isThere = (each: { _id: string; deleted: boolean }) => each._id === id && !each.deleted;
        return isAllowed(answer) && answer.body.messages.some(isThere);
      },
    };
  },
  edit: changed((person, id) => person.patch(`/v1/messages/${id}`, { content: 'Changed' })),
  delete: changed((person, id) => person.delete(`/v1/messages/${id}`)),
  react: changed((person, id) => person.put(`/v1/messages/${id}/reactions/${encodeURIComponent('👍')}`)),
};

/** A call that changes a message, which is restored afterwards. */
function changed(call: (person: Person, id: string) => Promise<Answer>): Draw {
  return (there, person, random) => {
    const { id } = pick(random, there.messages);
    return {
      id,
      isAlone: true,
      async call() {
        const [before] = await sql<{ removal: string | null; content: string }>(
          'select removal::text, content from messages where id = $1',
          [Number(id)],
        );
        const allowed = isAllowed(await call(person, id));
        await sql('delete from message_reactions where message_id = $1', [Number(id)]);
        await sql(
          'update messages set removal = $2, content = $3, deleted_at = null, edited_at = null, reactions = null where id = $1',
          [Number(id), before?.removal, before?.content],
        );
        return allowed;
      },
    };
  };
}

const withOther =
  (call: (username: string, person: Person) => Promise<Answer>): Draw =>
  (there, person, random) => {
    const { username } = pick(random, there.people).user;
    return { id: username, isAlone: false, call: async () => isAllowed(await call(username, person)) };
  };

const user: Record<(typeof explainedActions.user)[number], Draw> = {
  view: withOther((username, person) => person.get(`/v1/users/${username}?size=1`)),
  message: withOther((username, person) => person.post('/v1/conversations', { username })),
  mention: (there, person, random) => {
    const { username } = pick(random, there.people).user;
    return {
      id: username,
      isAlone: true,
      async call() {
        const answer = await person.upload('/v1/posts', formOf(['content', `@${username}`]));
        if (answer.status !== 201) return false;
        const { post_id, mentions } = answer.body.post;
        await sql('delete from posts where id = $1', [post_id]);
        return mentions.length === 1;
      },
    };
  },
  follow: withOther((username, person) => person.put(`/v1/users/${username}/follow`)),
};

const draws: Record<ExplainedKind, Record<string, Draw>> = { community, channel, post, comment, message, user };
const pairs = (Object.keys(explainedActions) as ExplainedKind[]).flatMap((kind) =>
  explainedActions[kind].map((action) => ({ kind, action: action as string })),
);

/** The explanations and the calls' answers, by action. */
const seen = new Map<string, Set<boolean>>();

async function compare(root: Person, sample: Sample): Promise<void> {
  const { person, kind, id, action } = sample;
  made += 1;
  const about = `${person.user.username} ${action} ${kind} ${id}`;
  const query = new URLSearchParams({ username: person.user.username, kind, id, action });
  const explained = await root.get(`/v1/explain?${query}`);
  expect(explained.status, `${about}: ${JSON.stringify(explained.body)}`).toBe(200);
  const allowed = await sample.call();
  expect(explained.body, about).toMatchObject({ allowed });
  const { because } = explained.body as { because: string[] };
  expect(because.length, about).toBeGreaterThan(0);
  expect(because.join(' ')).not.toMatch(/\bblock/i);
  const done = `${kind} ${action}`;
  seen.set(done, (seen.get(done) ?? new Set()).add(allowed));
}

test(`GET /v1/explain equals the real answer for ${samples} random person × action × thing`, async () => {
  const random = randomOf(1);
  const there = await fillExplainedWorld(world, random);
  const together: Sample[] = [];
  for (let n = 0; n < samples; n += 1) {
    const person = pick(random, there.people);
    const { kind, action } = pick(random, pairs);
    const drawn = await (draws[kind][action] as Draw)(there, person, random);
    const sample = { person, kind, action, ...drawn };
    if (sample.isAlone) await compare(there.root, sample);
    else together.push(sample);
  }
  // Samples that change nothing run in parallel.
  const next = async (): Promise<void> => {
    for (let sample = together.pop(); sample; sample = together.pop()) await compare(there.root, sample);
  };
  await Promise.all(Array.from({ length: 8 }, next));
  expect(made).toBe(samples);
  if (samples < 2000) return;
  for (const { kind, action } of pairs) expect(seen.get(`${kind} ${action}`)?.size, `${kind} ${action}`).toBe(2);
});
