import { z } from 'zod';
import { author } from '../../platform/shapes.ts';

/**
 * The reactions with one emoji. `mine`: the viewer's is one of them; events leave it out, because it differs by
 * receiver.
 */
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

/** Who reacted with each emoji: the first ones that the viewer can see; `count` includes everyone. */
export const reactorsAnswer = z.object({
  reactions: z.array(z.object({ emoji: z.string(), count: z.int(), users: z.array(author) })),
});
export type Reactors = z.output<typeof reactorsAnswer>['reactions'];

export const reactionsAnswer = z.object({ reactions });
