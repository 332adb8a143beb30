import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import { messages } from '../../platform/messages.ts';
import * as shapes from '../../platform/shapes.ts';
import { feed, post, postStats, voteType } from './posts.shapes.ts';

const tag = 'posts';

export const postParams = z.object({ post_id: shapes.id });

/** A post's text: 1 to 1000 code points, not just whitespace. */
export const postContent = shapes.text({
  required: messages.contentRequired,
  max: limits.post.text,
  long: `A post should not be more than ${limits.post.text} characters`,
});

/** A handle; blank means none. */
const communityOfPost = z
  .string()
  .max(limits.community.handle.max)
  .transform((value) => value.trim() || undefined)
  .optional();

export const listPosts = endpoint({
  method: 'GET',
  path: '/v1/posts',
  tag,
  summary: 'A page of the feed: newest first, older than last_id; of everyone, or of the communities the caller joined',
  session: 'required',
  query: z.object({
    size: shapes.size(limits.page.posts),
    last_id: shapes.id.optional(),
    feed: feed.default('everyone'),
  }),
  answer: { status: 200, body: z.object({ posts: z.array(post) }) },
});

export const listCommunityPosts = endpoint({
  method: 'GET',
  path: '/v1/communities/:handle/posts',
  tag,
  summary: "A page of a community's posts, newest first; before is the post_id to go on from",
  session: 'required',
  params: z.object({ handle: z.string() }),
  query: z.object({ size: shapes.size(limits.page.communityPosts, 100), before: shapes.id.optional() }),
  answer: { status: 200, body: z.object({ posts: z.array(post) }) },
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
    'A new post: text and up to ten pictures, videos or sounds; with community, the handle of one where the caller holds post:create, it belongs there',
  session: 'required',
  multipart: {
    fields: z.object({ content: postContent, community: communityOfPost }),
    files: { files: { max: limits.post.files } },
  },
  answer: { status: 201, body: z.object({ post }) },
  errors: [404, 413, 415, 422, 507],
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/v1/posts/:post_id',
  tag,
  summary: 'Delete a post; its author may, and in a community holders of ban:users',
  session: 'required',
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
  params: postParams,
  body: z.object({ vote_type: voteType }),
  answer: { status: 200, body: z.object({ vote_type: voteType, stats: postStats }) },
  errors: [404, 422],
});
