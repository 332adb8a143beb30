import { z } from 'zod';
import { codePoints, limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';
import { altTexts, mediaFile, uploadIds } from '../media/media.shapes.ts';
import { linkPreview, mentions } from '../rich-text/rich-text.shapes.ts';
import { newPoll, poll } from './polls.shapes.ts';

export const voteType = z.literal([1, 0, -1], { error: 'A vote is 1, 0 or -1' });

export const postStats = z
  .object({ upvote_count: z.int(), downvote_count: z.int(), comment_count: z.int() })
  .meta({ id: 'PostStats' });

/** Which posts a feed has: all that the caller may see, theirs and those of people they follow, or those of the communities they joined. */
export const feed = z.enum(['everyone', 'following', 'communities'], {
  error: 'feed must be everyone, following or communities',
});
export type Feed = z.output<typeof feed>;

/** `top`: the posts of the last seven days with the most upvotes minus downvotes, in one page; only of the communities. */
export const order = z.enum(['newest', 'top'], { error: 'order must be newest or top' });
export type Order = z.output<typeof order>;

/** Where a post is shown, besides the feed. */
export const postCommunity = z
  .object({ community_handle: z.string(), name: z.string(), profile_path: z.string() })
  .meta({ id: 'PostCommunity' });
export type PostCommunity = z.output<typeof postCommunity>;

/** A handle or an id; blank means none. */
const named = (max: number) =>
  z
    .string()
    .max(max)
    .transform((value) => value.trim() || undefined)
    .optional();

/** When a post is to be published. The server checks that it's in the future. */
export const publishAt = z.iso.datetime({
  offset: true,
  error: 'publish_at must be a time such as 2026-11-01T12:00:00.000Z',
});

/** The form of a new post, besides its files. Only next to a poll or a quote may its text be blank: 422 otherwise. */
export const newPost = z.object({
  content: z
    .string()
    .refine((value) => codePoints(value) <= limits.post.text, { error: shapes.longPost })
    .default(''),
  community: named(limits.community.handle.max),
  alts: altTexts.optional(),
  uploads: uploadIds.optional(),
  poll: newPoll.optional(),
  quote: named(100),
  publish_at: publishAt.optional(),
});

/** What people write in a post, as others read it; also while it's scheduled, when it changes on a page, and in archives. */
export const written = { content: z.string() };

/** A post without the one it quotes. */
export const quotedPost = z
  .object({
    post_id: shapes.id,
    ...written,
    created_at: shapes.time,
    user: shapes.author,
    stats: postStats,
    vote_type: voteType,
    files: z.array(mediaFile),
    community: postCommunity.nullable(),
    mentions,
    /** A preview of its first link, which is added within seconds. */
    link: linkPreview.nullable().optional(),
    /** Whether the viewer has saved it. */
    bookmarked: z.boolean(),
    poll: poll.nullable(),
    edited_at: shapes.time.nullable(),
    viewer: z.object({ can_delete: z.boolean(), can_edit: z.boolean() }),
    /** Only sent to its author and to moderators: nobody else sees a removed post. */
    removed: shapes.removed.optional(),
    /**
     * Its author imported it from another site; the date is the one the archive claims. Imported posts are in no feed.
     */
    imported: z.object({ created_at: shapes.time }).optional(),
  })
  .meta({ id: 'QuotedPost' });
export type QuotedPost = z.output<typeof quotedPost>;

export const post = quotedPost
  .extend({
    /** The post it quotes. `deleted`: it's gone, or the viewer can't see it. */
    quote: z.union([quotedPost, z.object({ deleted: z.literal(true) })]).nullable(),
  })
  .meta({ id: 'Post' });
export type Post = z.output<typeof post>;

/**
 * An entry in a profile grid: a post with its first file. Without media it has the type `text/plain`, an empty path, and none of the
 * fields that only files have.
 */
export const gridPost = z
  .object({
    post_id: shapes.id,
    content: z.string(),
    file_count: z.int(),
    ...mediaFile.shape,
    ...mediaFile.pick({ file_id: true, width: true, height: true, duration: true }).partial().shape,
    state: mediaFile.shape.state.nullable(),
  })
  .meta({ id: 'GridPost' });
export type GridPost = z.output<typeof gridPost>;
