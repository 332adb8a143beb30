import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';
import { mediaFile } from '../media/media.shapes.ts';
import { post, publishAt, written } from './posts.shapes.ts';

const tag = 'posts';

/** A post that will be published later. */
export const scheduledPost = z
  .object({
    draft_id: shapes.id,
    ...written,
    files: z.array(mediaFile),
    community: post.shape.community,
    poll: z.object({ choices: z.array(z.string()), multiple: z.boolean(), ends_at: shapes.time }).nullable(),
    quote: shapes.id.nullable().meta({ description: 'The post that it quotes' }),
    created_at: shapes.time,
    publish_at: shapes.time,
    fault: z.string().nullable().meta({ description: "Why it wasn't published at its time; null: it's still to come" }),
  })
  .meta({ id: 'ScheduledPost' });
export type ScheduledPost = z.output<typeof scheduledPost>;

/** The answer when the new post is scheduled, in place of the post. */
export const scheduled = z.object({ draft_id: shapes.id, publish_at: shapes.time });

export const listScheduledPosts = endpoint({
  method: 'GET',
  path: '/v1/posts/scheduled',
  tag,
  summary: "The caller's scheduled posts, the next one first",
  session: 'required',
  answer: { status: 200, body: z.object({ drafts: z.array(scheduledPost).max(limits.scheduled.perPerson) }) },
});

const params = z.object({ draft_id: z.string() });

export const updateScheduledPost = endpoint({
  method: 'PATCH',
  path: '/v1/posts/scheduled/:draft_id',
  tag,
  summary: "Change a scheduled post's text or time; one that couldn't be published needs a new time",
  session: 'required',
  repeatable: true,
  params,
  body: z.object({ content: shapes.postContent.optional(), publish_at: publishAt.optional() }),
  answer: { status: 200, body: z.object({ draft: scheduledPost }) },
  errors: [404, 422],
});

export const cancelScheduledPost = endpoint({
  method: 'DELETE',
  path: '/v1/posts/scheduled/:draft_id',
  tag,
  summary: 'Delete a scheduled post with its files',
  session: 'required',
  repeatable: true,
  params,
  answer: { status: 200, body: shapes.empty },
  errors: [404],
});
