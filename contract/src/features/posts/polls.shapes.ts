import { z } from 'zod';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';

const { poll: bounds } = limits;

/** A poll as a viewer sees it. */
export const poll = z
  .object({
    choices: z.array(
      z.object({
        text: z.string(),
        votes: z.int().nullable().meta({ description: 'Null until the viewer has answered or the poll is over' }),
      }),
    ),
    /** Whether people may pick several choices. */
    multiple: z.boolean(),
    ends_at: shapes.time,
    mine: z.array(z.int()).meta({ description: "The viewer's answer: indexes of choices; empty: none yet" }),
    total: z.int().meta({ description: 'How many people answered' }),
  })
  .meta({ id: 'Poll' });
export type Poll = z.output<typeof poll>;

const choice = shapes
  .text({
    required: 'Write something for each choice',
    max: bounds.text,
    long: `A choice should not be more than ${bounds.text} characters`,
  })
  .pipe(z.string().refine(shapes.isStorable, { error: "A choice contains a character that can't be stored" }))
  .transform((text) => text.trim());

const number = `A poll has ${bounds.choices.min} to ${bounds.choices.max} choices`;

/** The poll of a new post. The server checks that it ends in the future. */
export const newPoll = shapes.fromForm(
  z.object({
    choices: z
      .array(choice)
      .min(bounds.choices.min, { error: number })
      .max(bounds.choices.max, { error: number })
      .refine((choices) => new Set(choices).size === choices.length, { error: 'Each choice must be different' }),
    multiple: z.boolean().default(false),
    ends_at: z.iso.datetime({ offset: true, error: 'ends_at must be a time such as 2026-11-01T12:00:00.000Z' }),
  }),
);

/** A vote: the indexes of the picked choices. */
export const pollAnswer = z.object({ choices: z.array(z.int()).max(bounds.choices.max) });
