import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';
import { postParams } from '../posts/posts.endpoints.ts';
import { reactions, reactionsAnswer, reactorsAnswer } from '../reactions/reactions.shapes.ts';
import { mentions } from '../rich-text/rich-text.shapes.ts';

const tag = 'comments';

const answered = z.object({ comment_id: shapes.id, username: z.string() });

/** A comment without its replies. */
const reply = z
  .object({
    comment_id: shapes.id,
    post_id: shapes.id,
    content: z.string(),
    created_at: shapes.time,
    user: shapes.author,
    mentions,
    parent_id: shapes.id.nullable().meta({ description: 'The comment that its thread begins with; null for that one' }),
    reply_to: answered.nullable().meta({ description: 'Whom a reply answers; null if that comment is gone' }),
    reply_count: z.int(),
    edited_at: shapes.time.nullable(),
    deleted: z.boolean().meta({ description: "It's shown without a text, only because it has replies" }),
    can_edit: z.boolean(),
    can_delete: z.boolean(),
    reactions,
    /** Only sent to its author and to moderators: nobody else sees a removed comment. */
    removed: shapes.removed.optional(),
  })
  .meta({ id: 'Reply' });

export const comment = reply
  .extend({
    replies: z.array(reply).optional().meta({ description: 'With thread=top: the first three, oldest first' }),
  })
  .meta({ id: 'Comment' });
export type Comment = z.output<typeof comment>;

export const commentContent = shapes.text({
  required: 'Write a comment first',
  max: limits.comment.text,
  long: `A comment should not be more than ${limits.comment.text} characters`,
});

const commentParams = z.object({ comment_id: shapes.id });

export const listComments = endpoint({
  method: 'GET',
  path: '/v1/posts/:post_id/comments',
  tag,
  summary:
    "A post's comments, newest first, without size up to 1,000; with thread=top only those that aren't replies, and with thread={comment_id} its replies, oldest first; with last_id, what follows it",
  session: 'required',
  params: postParams,
  query: z.object({
    size: shapes.size(limits.page.allComments, limits.page.comments),
    last_id: shapes.id.optional(),
    thread: shapes.id.optional(),
  }),
  answer: { status: 200, body: z.object({ comments: z.array(comment) }) },
  errors: [404],
});

export const getComment = endpoint({
  method: 'GET',
  path: '/v1/comments/:comment_id',
  tag,
  summary: 'A comment or a reply, without its replies',
  session: 'required',
  params: commentParams,
  answer: { status: 200, body: z.object({ comment }) },
  errors: [404],
});

export const createComment = endpoint({
  method: 'POST',
  path: '/v1/posts/:post_id/comments',
  tag,
  summary: 'Comment on a post, or with parent_id reply to a comment; a reply to a reply joins the same thread',
  session: 'required',
  repeatable: true,
  params: postParams,
  body: z.object({ content: commentContent, parent_id: shapes.id.nullish() }),
  answer: { status: 201, body: z.object({ comment }) },
  errors: [404, 422],
});

export const editComment = endpoint({
  method: 'PATCH',
  path: '/v1/comments/:comment_id',
  tag,
  summary: 'Change the text of a comment; its author may',
  session: 'required',
  repeatable: true,
  params: commentParams,
  body: z.object({ content: commentContent }),
  answer: { status: 200, body: z.object({ comment }) },
  errors: [404, 422],
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/v1/comments/:comment_id',
  tag,
  summary:
    "Delete a comment; its author may, the post's author, the site's team and in a community holders of ban:users. One with replies stays as deleted",
  session: 'required',
  repeatable: true,
  params: commentParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 409, 422],
});

const reactionParams = commentParams.extend({ emoji: z.string() });

export const addCommentReaction = endpoint({
  method: 'PUT',
  path: '/v1/comments/:comment_id/reactions/:emoji',
  tag,
  summary: `React to a comment; a comment has at most ${limits.reaction.kinds} kinds of reactions`,
  session: 'required',
  repeatable: true,
  params: reactionParams,
  answer: { status: 200, body: reactionsAnswer },
  errors: [404, 422],
});

export const removeCommentReaction = endpoint({
  method: 'DELETE',
  path: '/v1/comments/:comment_id/reactions/:emoji',
  tag,
  summary: "Take back one of the caller's reactions",
  session: 'required',
  repeatable: true,
  params: reactionParams,
  answer: { status: 200, body: reactionsAnswer },
  errors: [404, 422],
});

export const listCommentReactions = endpoint({
  method: 'GET',
  path: '/v1/comments/:comment_id/reactions',
  tag,
  summary: `Who has reacted to a comment with what, at most ${limits.reaction.users} people for each emoji`,
  session: 'required',
  params: commentParams,
  answer: { status: 200, body: reactorsAnswer },
  errors: [404],
});
