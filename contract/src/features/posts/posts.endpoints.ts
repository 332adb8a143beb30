import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';
import { poll, pollAnswer } from './polls.shapes.ts';
import { feed, newPost, order, post, postStats, voteType } from './posts.shapes.ts';
import { scheduled } from './scheduled.endpoints.ts';

const tag = 'posts';

export const postParams = z.object({ post_id: shapes.id });

const postPage = z.object({
  posts: z.array(post),
  next: shapes.id.nullable().meta({ description: 'The last post that was looked at, to go on from; null at the end' }),
});

export const listPosts = endpoint({
  method: 'GET',
  path: '/v1/posts',
  tag,
  summary:
    'A page of the feed: newest first, older than last_id; of everyone, of the people the caller follows, or of the communities they joined. next is the last_id of the next page',
  session: 'required',
  query: z.object({
    size: shapes.size(limits.page.posts),
    last_id: shapes.id.optional(),
    feed: feed.default('everyone'),
    order: order.default('newest'),
  }),
  answer: {
    status: 200,
    body: postPage.extend({
      announcement: z
        .object({ announcement_id: shapes.id, post, until: shapes.time.nullable() })
        .nullable()
        .optional()
        .meta({ description: "What the site announces; only on everyone's first page" }),
    }),
  },
});

export const countNewerPosts = endpoint({
  method: 'GET',
  path: '/v1/posts/newer',
  tag,
  summary: `How many posts by others are in a feed that are newer than one; ${limits.newerPosts} means that many or more`,
  session: 'required',
  query: z.object({ after: shapes.id, feed: feed.default('everyone') }),
  answer: { status: 200, body: z.object({ count: z.int() }) },
});

export const listCommunityPosts = endpoint({
  method: 'GET',
  path: '/v1/communities/:handle/posts',
  tag,
  summary: "A page of a community's posts, newest first; before is the post_id to go on from, or next",
  session: 'required',
  params: z.object({ handle: z.string() }),
  query: z.object({ size: shapes.size(limits.page.communityPosts, 100), before: shapes.id.optional() }),
  answer: { status: 200, body: postPage },
  errors: [404],
});

export const getPost = endpoint({
  method: 'GET',
  path: '/v1/posts/:post_id',
  tag,
  summary: 'One post',
  session: 'required',
  params: postParams,
  answer: { status: 200, body: z.object({ post }) },
  errors: [404],
});

export const createPost = endpoint({
  method: 'POST',
  path: '/v1/posts',
  tag,
  summary:
    'A new post: text, which only a post with a poll or a quote can do without, and up to ten pictures, videos or sounds, with alts (JSON) saying what each of them shows, and uploads (JSON), ids of finished uploads that follow them; with community, the handle of one where the caller holds post:create, it belongs there; with poll (JSON) it has one, and with quote, a post_id, it quotes that post; with publish_at it waits until then, and the answer has scheduled instead of post',
  session: 'required',
  repeatable: true,
  takesUploads: true,
  multipart: {
    fields: newPost,
    files: { files: { max: limits.post.files } },
  },
  answer: { status: 201, body: z.union([z.object({ post }), z.object({ scheduled })]) },
  errors: [404, 413, 415, 422, 507],
});

export const editPost = endpoint({
  method: 'PATCH',
  path: '/v1/posts/:post_id',
  tag,
  summary: 'Change the text of a post; its author may',
  session: 'required',
  repeatable: true,
  params: postParams,
  body: z.object({ content: shapes.postContent }),
  answer: { status: 200, body: z.object({ post }) },
  errors: [404, 422],
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/v1/posts/:post_id',
  tag,
  summary: 'Delete a post; its author may, and in a community holders of ban:users',
  session: 'required',
  repeatable: true,
  params: postParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 409],
});

export const votePost = endpoint({
  method: 'POST',
  path: '/v1/posts/:post_id/votes',
  tag,
  summary: 'Vote: 1 up, -1 down, 0 neither',
  session: 'required',
  repeatable: true,
  params: postParams,
  body: z.object({ vote_type: voteType }),
  answer: { status: 200, body: z.object({ vote_type: voteType, stats: postStats }) },
  errors: [404, 422],
});

export const answerPoll = endpoint({
  method: 'PUT',
  path: '/v1/posts/:post_id/poll',
  tag,
  summary:
    "Answer a post's poll, once: sending the same answer again changes nothing, another one is refused, and so is any after the end",
  session: 'required',
  repeatable: true,
  params: postParams,
  body: pollAnswer,
  answer: { status: 200, body: z.object({ poll }) },
  errors: [404, 422],
});

export const bookmarkPost = endpoint({
  method: 'PUT',
  path: '/v1/posts/:post_id/bookmark',
  tag,
  summary: 'Save a post to find it again; nobody else sees that',
  session: 'required',
  repeatable: true,
  params: postParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404],
});

export const removeBookmark = endpoint({
  method: 'DELETE',
  path: '/v1/posts/:post_id/bookmark',
  tag,
  summary: 'Remove a post from the saved ones',
  session: 'required',
  repeatable: true,
  params: postParams,
  answer: { status: 200, body: shapes.empty },
});
