import { z } from 'zod';

/** What people have answered with one emoji. `mine`: the viewer is one of them; events leave it out, because it differs by receiver. */
export const reaction = z
  .object({ emoji: z.string(), count: z.int(), mine: z.boolean().optional() })
  .meta({ id: 'Reaction' });
export type Reaction = z.output<typeof reaction>;

/** In the order in which each emoji was first used. */
export const reactions = z.array(reaction);

const oneEmoji = /^\p{RGI_Emoji}$/v;

/** A single emoji, fully qualified; percent-encoded in a path. */
export const emoji = z.string().refine((value) => value.length <= 40 && oneEmoji.test(value), {
  error: 'Choose a single emoji.',
});

export const reactionsAnswer = z.object({ reactions });
