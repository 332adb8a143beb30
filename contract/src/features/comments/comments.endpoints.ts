import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';
import { postParams } from '../posts/posts.endpoints.ts';

const tag = 'comments';

export const comment = z
  .object({
    comment_id: shapes.id,
    post_id: shapes.id,
    content: z.string(),
    created_at: shapes.time,
    user: shapes.author,
    /** Only for its author and moderators, who are the only ones to see it. */
    removed: shapes.removed.optional(),
  })
  .meta({ id: 'Comment' });
export type Comment = z.output<typeof comment>;

export const commentContent = shapes.text({
  required: 'Write a comment first',
  max: limits.comment.text,
  long: `A comment should not be more than ${limits.comment.text} characters`,
});

export const listComments = endpoint({
  method: 'GET',
  path: '/v1/posts/:post_id/comments',
  tag,
  summary: "A post's comments, newest first; with last_id, older ones",
  session: 'required',
  params: postParams,
  query: z.object({
    size: shapes.size(limits.page.comments, limits.page.comments),
    last_id: shapes.id.optional(),
  }),
  answer: { status: 200, body: z.object({ comments: z.array(comment) }) },
  errors: [404],
});

export const createComment = endpoint({
  method: 'POST',
  path: '/v1/posts/:post_id/comments',
  tag,
  summary: 'Comment on a post',
  session: 'required',
  params: postParams,
  body: z.object({ content: commentContent }),
  answer: { status: 201, body: z.object({ comment }) },
  errors: [404, 422],
});
