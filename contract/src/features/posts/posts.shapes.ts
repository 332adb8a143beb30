import { z } from 'zod';
import * as shapes from '../../platform/shapes.ts';
import { mediaFile, mediaVariant } from '../media/media.shapes.ts';

export const voteType = z.literal([1, 0, -1], { error: 'A vote is 1, 0 or -1' });

export const postStats = z
  .object({ upvote_count: z.int(), downvote_count: z.int(), comment_count: z.int() })
  .meta({ id: 'PostStats' });

export const post = z
  .object({
    post_id: shapes.id,
    content: z.string(),
    created_at: shapes.time,
    user: shapes.author,
    stats: postStats,
    vote_type: voteType,
    files: z.array(mediaFile),
    viewer: z.object({ can_delete: z.boolean() }),
  })
  .meta({ id: 'Post' });
export type Post = z.output<typeof post>;

/** One entry of a profile grid: the first file of a post; `text/plain` and an empty path for a post without media. */
export const gridPost = z
  .object({
    post_id: shapes.id,
    type: z.string(),
    path: z.string(),
    is_nsfw: z.boolean(),
    state: mediaFile.shape.state.nullable(),
    content: z.string(),
    file_count: z.int(),
    placeholder: z.string().nullable(),
    poster: z.string().nullable(),
    variants: z.array(mediaVariant),
  })
  .meta({ id: 'GridPost' });
export type GridPost = z.output<typeof gridPost>;
