import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { scheduledPost } from '@hubbub/contract/features/posts/scheduled.endpoints.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { communitiesOfPosts } from '#features/communities/posts.service.ts';
import { clubWorld } from '../../../test/community.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import type { Person } from '../../../test/harness.ts';
import { updateDraft } from './scheduled.queries.ts';
import { publishScheduled } from './scheduled.service.ts';

const { world, ada, bob, newClub } = await clubWorld();
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const schedule = async (person: Person, fields: Record<string, string> = {}) =>
  await person.upload('/v1/posts', formOf(...Object.entries({ content: 'Later', publish_at: inAnHour(), ...fields })));
const scheduled = async (person: Person, fields: Record<string, string> = {}): Promise<string> => {
  const { status, body } = await schedule(person, fields);
  expect([status, Object.keys(body)]).toEqual([201, ['scheduled']]);
  return body.scheduled.draft_id;
};
const drafts = async (person: Person) => (await person.get('/v1/posts/scheduled')).body.drafts;
const feed = async (person: Person) => (await person.get('/v1/posts?size=50')).body.posts;
const contents = async (person: Person) => (await feed(person)).map(({ content }: { content: string }) => content);
/** Moves its time into the past; its job still waits for the earlier time. */
const letTimePass = () => world.sql("update scheduled_posts set publish_at = now() - interval '1 second'");
/** Moves its time into the past and runs the jobs. */
const publishAll = async () => {
  await letTimePass();
  await world.sql("update graphile_worker._private_jobs set run_at = now() where key like 'publish-%'");
  await world.runJobs();
};

afterEach(async () => {
  for (const { draft_id } of await drafts(ada)) await ada.delete(`/v1/posts/scheduled/${draft_id}`);
  await world.sql('delete from posts');
});

describe('POST /v1/posts with publish_at', () => {
  test('keeps the post to its author until its time', async () => {
    const time = inAnHour();
    const answer = await schedule(ada, { publish_at: time });
    expect(answer).toMatchObject({
      status: 201,
      body: { scheduled: { draft_id: expect.any(String), publish_at: time } },
    });
    const [draft] = await drafts(ada);
    expect(scheduledPost.strict().parse(draft)).toMatchObject({
      draft_id: answer.body.scheduled.draft_id,
      content: 'Later',
      files: [],
      community: null,
      publish_at: time,
      fault: null,
    });
    expect(await drafts(bob)).toEqual([]);
    expect([await contents(ada), await contents(bob)]).toEqual([[], []]);
  });

  test('refuses times in the past and more than a year ahead, and a poll that would be over', async () => {
    const day = 86_400_000;
    for (const ms of [-1000, 366 * day]) {
      const refused = await schedule(ada, { publish_at: new Date(Date.now() + ms).toISOString() });
      expect(refused).toMatchObject({ status: 422, body: { error: { publish_at: expect.any(String) } } });
    }
    const poll = JSON.stringify({ choices: ['a', 'b'], multiple: false, ends_at: new Date(Date.now() + 1000) });
    expect((await schedule(ada, { poll })).body).toEqual({ error: { poll: expect.any(String) } });
    expect((await schedule(ada, { publish_at: 'soon' })).status).toBe(422);
    expect(await drafts(ada)).toEqual([]);
  });

  test("keeps at most 50 per person, even if they're created at the same time", async () => {
    await world.sql(
      `insert into scheduled_posts (id, author_id, created_at, publish_at, content)
       select gen_random_uuid(), $1, now(), now() + interval '1 day', 'one' from generate_series(1, 48)`,
      [ada.user.user_id],
    );
    const answers = await Promise.all(Array.from({ length: 4 }, () => schedule(ada)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422]);
    expect((await schedule(ada)).body).toEqual({ error: { publish_at: expect.stringContaining('at most 50') } });
    expect(await drafts(ada)).toHaveLength(50);
  });

  test('lists the next one first', async () => {
    const later = new Date(Date.now() + 7_200_000).toISOString();
    await scheduled(ada, { content: 'second', publish_at: later });
    await scheduled(ada, { content: 'first' });
    expect((await drafts(ada)).map(({ content }: { content: string }) => content)).toEqual(['first', 'second']);
  });
});

describe('Publishing', () => {
  test('happens at its time, by its author, with its place in the feed then', async () => {
    const draft = await scheduled(ada, { content: 'Hello @bob' });
    await ada.upload('/v1/posts', formOf(['content', 'in between']));
    await publishAll();
    expect(await contents(bob)).toEqual(['Hello @bob', 'in between']);
    const [post] = await feed(bob);
    expect(post).toMatchObject({ user: { username: 'ada' }, mentions: [expect.objectContaining({ username: 'bob' })] });
    expect(post.post_id).not.toBe(draft);
    expect(Date.now() - Date.parse(post.created_at)).toBeLessThan(60_000);
    expect(await drafts(ada)).toEqual([]);
    const { notifications } = (await bob.get('/v1/notifications')).body;
    expect(notifications[0]).toMatchObject({ type: 'mention', post_id: post.post_id });
  });

  test('notifies connected people that there is something newer', async () => {
    const [ada, bob] = [await world.person('told_later'), await world.person('told_reader')];
    const socket = await bob.socket();
    await scheduled(ada);
    await publishAll();
    expect(await socket.first('feedChanged')).toEqual({ within: 0 });
  });

  test('happens once, however many jobs try, and however often', async () => {
    const draft = await scheduled(ada);
    await letTimePass();
    await Promise.all(Array.from({ length: 5 }, () => publishScheduled(world.platform, communitiesOfPosts, draft)));
    await publishAll();
    await publishScheduled(world.platform, communitiesOfPosts, draft);
    expect(await contents(bob)).toEqual(['Later']);
  });

  test('that is interrupted leaves the post scheduled, and is tried again', async () => {
    const draft = await scheduled(ada);
    await letTimePass();
    await world.sql(`create function cut_off() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$`);
    await world.sql('create trigger cut_off before delete on scheduled_posts for each row execute function cut_off()');
    await expect(publishScheduled(world.platform, communitiesOfPosts, draft)).rejects.toThrow('cut off');
    await world.sql('drop trigger cut_off on scheduled_posts');
    expect([await contents(bob), (await drafts(ada)).length]).toEqual([[], 1]);
    await publishAll();
    expect([await contents(bob), await drafts(ada)]).toEqual([['Later'], []]);
  });

  test('includes poll, quote and files with alt texts', async () => {
    const { body } = await ada.upload('/v1/posts', formOf(['content', 'quoted']));
    const poll = JSON.stringify({
      choices: ['a', 'b'],
      multiple: false,
      ends_at: new Date(Date.now() + 86_400_000),
    });
    const answer = await ada.upload(
      '/v1/posts',
      formOf(
        ['files', await fixtureFile('alpha.png')],
        ['content', 'All of it'],
        ['alts', '["A letter"]'],
        ['poll', poll],
        ['quote', body.post.post_id],
        ['publish_at', inAnHour()],
      ),
    );
    expect(answer.status).toBe(201);
    await world.runJobs();
    const [draft] = await drafts(ada);
    expect(draft).toMatchObject({
      files: [{ alt: 'A letter', state: 'ready' }],
      poll: { choices: ['a', 'b'] },
      quote: body.post.post_id,
    });
    await publishAll();
    expect((await feed(bob))[0]).toMatchObject({
      content: 'All of it',
      files: [{ alt: 'A letter', file_id: draft.files[0].file_id, state: 'ready' }],
      poll: { choices: [{ text: 'a' }, { text: 'b' }] },
      quote: { post_id: body.post.post_id },
    });
  });

  test.each(['alpha.png', 'clip.mp4'] as const)(
    'lets others load the files, which until then only the author could: %s',
    async (name) => {
      const form = formOf(['files', await fixtureFile(name)], ['content', 'Look'], ['publish_at', inAnHour()]);
      expect((await ada.upload('/v1/posts', form)).status).toBe(201);
      await world.runJobs();
      const [{ files: hidden }] = await drafts(ada);
      const load = async (file: MediaFile) => {
        const paths = [file.path, file.poster, ...file.variants.map(({ path }) => path)].filter(
          (path) => path !== null,
        );
        const statuses = [ada, bob, world.stranger()].map(async (person) => {
          return await Promise.all(paths.map(async (path) => (await person.get(`/media${path}`)).status));
        });
        return (await Promise.all(statuses)).map((each) => [...new Set(each)]);
      };
      expect(await load(hidden[0])).toEqual([[200], [404], [401]]);
      expect((await ada.get(`/media${hidden[0].path}`)).headers.get('cache-control')).toBe('private, no-store');
      // Too early, it changes nothing.
      await world.sql("update graphile_worker._private_jobs set run_at = now() where key like 'publish-%'");
      await world.runJobs();
      expect((await drafts(ada))[0].files).toEqual(hidden);

      await letTimePass();
      const socket = await bob.socket();
      await publishScheduled(world.platform, communitiesOfPosts, (await drafts(ada))[0].draft_id);
      await socket.first('feedChanged');
      const [{ files: shown }] = await feed(bob);
      expect(await load(shown[0])).toEqual([[200], [200], [200]]);
      expect(await load(hidden[0])).toEqual([[404], [404], [401]]);
    },
  );

  test('checks the rights again, and lists why it was refused', async () => {
    const { handle } = await newClub();
    await world.sql("update communities set visibility = 'private' where handle = $1", [handle]);
    const roles = (await ada.get(`/v1/community/${handle}/roles`)).body.roles;
    const { role_id } = roles.find(({ name }: { name: string }) => name === 'user');
    await ada.patch(`/v1/community/${handle}/roles/${role_id}`, { permissions: ['post:create'] });
    const answer = await bob.upload(
      '/v1/posts',
      formOf(
        ['files', await fixtureFile('alpha.png')],
        ['community', handle],
        ['publish_at', inAnHour()],
        ['content', 'x'],
      ),
    );
    expect(answer.status).toBe(201);
    await world.runJobs();
    const [draft] = await drafts(bob);
    expect(draft.community.community_handle).toBe(handle);
    const path = `/media${draft.files[0].path}`;
    expect(path).toContain('-private');
    expect([(await bob.get(path)).status, (await ada.get(path)).status]).toEqual([200, 404]);
    await ada.delete(`/v1/community/${handle}/members/bob`);
    await publishAll();
    expect(await drafts(bob)).toMatchObject([{ draft_id: draft.draft_id, fault: expect.any(String) }]);
    expect((await ada.get(`/v1/communities/${handle}/posts`)).body.posts).toEqual([]);
    await bob.delete(`/v1/posts/scheduled/${draft.draft_id}`);
    await world.runJobs();
    expect((await bob.get(path)).status).toBe(404);
  });

  test('finds its community by whatever handle it has then', async () => {
    const { handle } = await newClub();
    await scheduled(ada, { community: handle });
    const renamed = `${handle}_now`;
    const form = formOf(['handle', renamed]);
    expect((await ada.upload(`/v1/communities/${handle}`, form, 'PATCH')).status).toBe(200);
    await publishAll();
    expect(await drafts(ada)).toEqual([]);
    expect((await ada.get(`/v1/communities/${renamed}/posts`)).body.posts).toMatchObject([{ content: 'Later' }]);
  });

  test("doesn't happen for a suspended account; once it's back, a new time is enough", async () => {
    await scheduled(bob);
    await world.sql("update users set suspended_by = id, suspended_text = 'x' where username = 'bob'");
    await publishAll();
    await world.sql("update users set suspended_by = null, suspended_text = null where username = 'bob'");
    const [{ draft_id, fault }] = await drafts(bob);
    expect(fault).toContain("couldn't post");
    expect(await contents(ada)).toEqual([]);
    expect((await bob.patch(`/v1/posts/scheduled/${draft_id}`, { content: 'Again' })).status).toBe(422);
    const changed = await bob.patch(`/v1/posts/scheduled/${draft_id}`, { publish_at: inAnHour() });
    expect(changed.body.draft.fault).toBeNull();
    await publishAll();
    expect(await contents(ada)).toEqual(['Later']);
  });
});

describe('PATCH and DELETE /v1/posts/scheduled/{draft_id}', () => {
  test('change the text and the time, for the author only', async () => {
    const id = await scheduled(ada);
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const { body } = await ada.patch(`/v1/posts/scheduled/${id}`, { content: 'Better', publish_at: later });
    expect(scheduledPost.strict().parse(body.draft)).toMatchObject({ content: 'Better', publish_at: later });
    for (const wrong of [{ content: ' ' }, { publish_at: new Date(0).toISOString() }])
      expect((await ada.patch(`/v1/posts/scheduled/${id}`, wrong)).status).toBe(422);
    expect((await bob.patch(`/v1/posts/scheduled/${id}`, { content: 'Mine' })).status).toBe(404);
    expect((await bob.delete(`/v1/posts/scheduled/${id}`)).status).toBe(404);
    await publishAll();
    expect(await contents(bob)).toEqual(['Better']);
    expect((await ada.patch(`/v1/posts/scheduled/${id}`, { content: 'Too late' })).status).toBe(404);
  });

  test('refuse a time by which the poll would be over', async () => {
    const poll = JSON.stringify({ choices: ['a', 'b'], ends_at: new Date(Date.now() + 7_200_000) });
    const id = await scheduled(ada, { poll });
    const later = await ada.patch(`/v1/posts/scheduled/${id}`, { publish_at: new Date(Date.now() + 10_800_000) });
    expect([later.status, Object.keys(later.body.error ?? {})]).toEqual([422, ['poll']]);
    expect((await ada.patch(`/v1/posts/scheduled/${id}`, { publish_at: inAnHour() })).status).toBe(200);
  });

  test('wait for the new time, even if the job comes at the old one', async () => {
    const id = await scheduled(ada);
    await world.sql("update graphile_worker._private_jobs set run_at = now() where key like 'publish-%'");
    await world.runJobs();
    expect(await drafts(ada)).toMatchObject([{ draft_id: id, fault: null }]);
    await publishAll();
    expect(await contents(bob)).toEqual(['Later']);
  });

  test('give it another try, even while it is being refused', async () => {
    const { body } = await bob.upload('/v1/posts', formOf(['content', 'quoted']));
    const id = await scheduled(ada, { quote: body.post.post_id });
    await bob.delete(`/v1/posts/${body.post.post_id}`);
    await world.sql("update scheduled_posts set publish_at = now() - interval '1 second'");
    let publishing: Promise<void> | undefined;
    await world.platform.db.transaction(async (tx) => {
      await updateDraft(tx, id, { publish_at: new Date(inAnHour()) });
      publishing = publishScheduled(world.platform, communitiesOfPosts, id);
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await world.sql(waiting)).length).toBeGreaterThan(0);
    });
    await publishing;
    expect(await drafts(ada)).toMatchObject([{ draft_id: id, fault: null }]);
  });

  test('a cancelled one is never published', async () => {
    const id = await scheduled(ada);
    expect((await ada.delete(`/v1/posts/scheduled/${id}`)).status).toBe(200);
    await publishAll();
    expect([await contents(bob), (await ada.delete(`/v1/posts/scheduled/${id}`)).status]).toEqual([[], 404]);
  });
});

test("Scheduled posts are deleted with their author's account", async () => {
  const eve = await world.person('leaving');
  await scheduled(eve);
  expect((await eve.delete('/v1/users')).status).toBe(200);
  expect(await world.sql('select from scheduled_posts')).toEqual([]);
});

test('A request repeated with its client_id schedules one post', async () => {
  const [first, again] = [await schedule(ada, { client_id: 'a' }), await schedule(ada, { client_id: 'a' })];
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect(await drafts(ada)).toHaveLength(1);
});
