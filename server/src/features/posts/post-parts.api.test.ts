import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { describe, expect, test } from 'vitest';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import type { Pipeline } from '#platform/database/database.ts';
import { formOf } from '../../../test/forms.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { readPage } from './feeds.queries.ts';
import { readPost } from './post-json.queries.ts';
import { createTextPost } from './posts.factory.ts';

const world = await testWorld();
const ada = await world.person('ada');
const bob = await world.person('bob');

const write = async (person: Person, ...fields: [string, string][]) => {
  const { status, body } = await person.upload('/v1/posts', formOf(...fields));
  expect(status).toBe(201);
  return body.post.post_id as string;
};
const poll = JSON.stringify({
  choices: ['Tea', 'Coffee'],
  multiple: false,
  ends_at: new Date(Date.now() + 3_600_000).toISOString(),
});
/** A text that looks like the marks for gaps. */
const mark = '\u001ef0190b8d5-0000-7000-8000-000000000000\u001e';

describe('lists of posts', () => {
  test('show each post with its own polls, mentions, quotes and abilities, as the post alone does', async () => {
    await createCommunityOf(world.platform, { creatorId: ada.user_id, handle: 'kitchen', members_may_post: true });
    await bob.post('/v1/community/kitchen');
    const asked = await write(ada, ['content', 'What shall we drink?'], ['poll', poll]);
    expect((await bob.put(`/v1/posts/${asked}/poll`, { choices: [1] })).status).toBe(200);
    await createTextPost(world.platform, { authorId: ada.user_id, content: `Plain ${mark} ","poll":null` });
    await write(bob, ['content', 'Ask @ada and @bob'], ['quote', asked], ['poll', poll], ['community', 'kitchen']);
    await write(bob, ['content', `Said ${mark} @ada`], ['quote', asked]);
    await write(ada, ['content', 'Nothing at all'], ['community', 'kitchen']);

    for (const person of [ada, bob]) {
      const list = async () => (await person.get('/v1/posts?size=50')).body.posts as Post[];
      for (const { post_id } of (await list()).reverse()) await person.put(`/v1/posts/${post_id}/bookmark`);
      const posts = await list();
      expect(posts).toHaveLength(5);
      for (const post of posts) expect((await person.get(`/v1/posts/${post.post_id}`)).body.post).toEqual(post);
      const saved = (await person.get('/v1/bookmarks')).body.posts as Post[];
      expect(saved).toEqual(posts);
      const inside = (await person.get('/v1/communities/kitchen/posts')).body.posts as Post[];
      expect(inside.map(({ content }) => content)).toEqual(['Nothing at all', 'Ask @ada and @bob']);
      expect(inside).toEqual(saved.filter(({ community }) => community !== null));
      expect(inside.map(({ viewer }) => viewer.can_edit)).toEqual([person === ada, person === bob]);
      expect(inside[1]?.mentions?.map(({ username }) => username)).toEqual(['ada', 'bob']);
      expect(posts[1]?.quote).toMatchObject({ post_id: asked, poll: { mine: person === bob ? [1] : [] } });
      expect(posts[3]).toMatchObject({ content: `Plain ${mark} ","poll":null`, mentions: [], poll: null, quote: null });
    }
  });
});

test.each(['a page', 'a post'])("others don't learn why a post was removed while %s was being read", async (what) => {
  const id = await write(bob, ['content', 'Ask @ada'], ['poll', poll]);
  const [session] = await world.sql<{ token_hash: Buffer }>('select token_hash from sessions where user_id = $1', [
    ada.user_id,
  ]);
  const removal = JSON.stringify({ text: 'For moderators', rule: null, decision_id: id });
  let removed = 0;
  const pipeline: Pipeline = {
    async query(statement, values) {
      if (statement.name.startsWith('posts-gaps')) {
        removed += 1;
        await world.sql('update posts set removal = $2 where id = $1', [id, removal]);
      }
      return await world.platform.db.reads.query(statement, values);
    },
  };
  const hash = session?.token_hash ?? Buffer.alloc(32);
  const row = await (what === 'a post'
    ? readPost(pipeline, hash, id)
    : readPage(pipeline, hash, { feed: 'everyone', size: 5, before: undefined }));
  expect(removed).toBe(1);
  expect(row?.body).toContain('Ask @ada');
  expect(row?.body).not.toContain('For moderators');
});
