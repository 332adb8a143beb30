import { z } from 'zod';

/**
 * Somebody a text mentions, from `start` up to `end` in code points, with their current names. `username` is `everyone`
 * for a mention of everyone in a channel, and the deleted user's for a deleted account.
 */
export const mention = z
  .object({ start: z.int(), end: z.int(), username: z.string(), name: z.string() })
  .meta({ id: 'Mention' });
export type Mention = z.output<typeof mention>;

/** A preview of the first page that a text links to. */
export const linkPreview = z
  .object({ url: z.string(), title: z.string(), description: z.string(), image_path: z.string().nullable() })
  .meta({ id: 'LinkPreview' });
export type LinkPreview = z.output<typeof linkPreview>;

/** In the order of the text. */
export const mentions = z.array(mention).optional();
