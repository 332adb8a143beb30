import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';
import { comment } from '../comments/comments.endpoints.ts';
import { community } from '../communities/communities.endpoints.ts';
import { post } from '../posts/posts.shapes.ts';
import { message, messageInRoom, messageRoom } from '../rooms/messages.shapes.ts';

const foundKind = z.enum(['people', 'posts', 'comments', 'messages', 'communities']);
export type FoundKind = z.output<typeof foundKind>;

const kindsWrong = 'in is a list of people, posts, comments, messages and communities, with commas between them';

const kinds = z
  .string()
  .optional()
  .transform((text) =>
    text === undefined ? [...foundKind.options] : [...new Set(text.split(',').map((one) => one.trim()))],
  )
  .pipe(z.array(z.enum(foundKind.options, { error: kindsWrong })).min(1));

/**
 * The positions of the words that were found: the start and end of each, in code points of the text, the end exclusive.
 */
const matches = z.array(z.tuple([z.int(), z.int()])).meta({
  description: 'Start and end of each part that matched, in code points of the text, the end exclusive',
});

const cursor = z.string().nullable().optional();

const foundPost = post.extend({ matches }).meta({ id: 'FoundPost' });
const foundComment = comment.extend({ matches }).meta({ id: 'FoundComment' });
/** The messages just before and after it, if the caller can see them; null if there are none. */
const context = z.object({ before: message.nullable(), after: message.nullable() });

const foundMessage = message
  .extend({ matches, room: messageRoom, context: context.optional() })
  .meta({ id: 'FoundMessage' });
export type FoundMessage = z.output<typeof foundMessage>;

const found = z
  .object({
    people: z.array(shapes.author.extend({ matches })).optional(),
    posts: z.array(foundPost).optional(),
    comments: z.array(foundComment).optional(),
    messages: z.array(foundMessage).optional(),
    communities: z.array(community.extend({ matches })).optional(),
    next: z.object({ people: cursor, posts: cursor, comments: cursor, messages: cursor, communities: cursor }),
    partial: z.boolean().meta({
      description: 'Only the newest were looked through, because the words are too short or too common',
    }),
  })
  .meta({ id: 'Found' });
export type Found = z.output<typeof found>;

export const find = endpoint({
  method: 'GET',
  path: '/v1/search',
  tag: 'search',
  summary:
    'People, posts, comments, messages and communities that the caller sees, by words and filters (from:, in:, before:, after:, has:), newest first; before goes on with one kind, room searches one room',
  session: 'required',
  query: z.object({
    query: shapes.searchQuery,
    in: kinds,
    room: shapes.id.optional(),
    size: shapes.size(limits.page.users),
    before: shapes.id.optional(),
  }),
  answer: { status: 200, body: found },
  errors: [404, 422],
});

export const listBookmarks = endpoint({
  method: 'GET',
  path: '/v1/bookmarks',
  tag: 'posts',
  summary:
    'The posts, or the messages (in=messages), that the caller saved and can see, the one saved last first; before is next, or the post_id of the last one',
  session: 'required',
  query: shapes.page.extend({ in: z.enum(['posts', 'messages']).default('posts') }),
  answer: {
    status: 200,
    body: z.object({
      posts: z.array(post).optional(),
      messages: z.array(messageInRoom).optional(),
      next: shapes.id.nullable(),
    }),
  },
});
