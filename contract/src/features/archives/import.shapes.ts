import { z } from 'zod';
import { codePoints, limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';

/** The most that an import takes. `refusals`: how many reasons for skipped posts are stored. */
export const importLimits = { posts: 50_000, refusals: 100 } as const;

const storable = z.string().refine(shapes.isStorable, { error: "It contains a character that can't be stored." });

const { text, files, alt } = limits.post;
const { poll } = limits;

const choice = storable
  .transform((value) => value.trim())
  .refine((value) => value !== '' && codePoints(value) <= poll.text, {
    error: `A choice of its poll is empty or longer than ${poll.text} characters.`,
  });

/**
 * What an import reads from a post in `data/posts.json`. The rules are those of posts written here. Errors are
 * sentences for people.
 */
export const importablePost = z.object({
  post_id: z
    .string({ error: 'It has no id.' })
    .min(1, { error: 'It has no id.' })
    .max(100, { error: 'Its id is too long.' }),
  created_at: z.iso.datetime({ offset: true, error: "Its date can't be read." }),
  content: storable.refine((value) => codePoints(value) <= text, {
    error: `A post should not be more than ${text} characters.`,
  }),
  community: z.string().max(1000).nullable().default(null),
  quote: z.string().max(100).nullable().default(null),
  poll: z
    .object({
      choices: z
        .array(choice, { error: "Its poll can't be read." })
        .min(poll.choices.min, { error: `A poll has ${poll.choices.min} to ${poll.choices.max} choices.` })
        .max(poll.choices.max, { error: `A poll has ${poll.choices.min} to ${poll.choices.max} choices.` })
        .refine((choices) => new Set(choices).size === choices.length, { error: 'Each choice must be different.' }),
      multiple: z.boolean(),
    })
    .nullable()
    .default(null),
  files: z
    .array(
      z.object({
        path: z.string().max(300),
        alt: storable
          .refine((value) => codePoints(value) <= alt, {
            error: `A description should not be more than ${alt} characters.`,
          })
          .nullable()
          .default(null),
      }),
    )
    .max(files, { error: `A post has at most ${files} files.` }),
  removed: z.string().nullable().default(null),
});
export type ImportablePost = z.output<typeof importablePost>;

/** What an import reads from `data/account.json`. A name or text that breaks a rule is left out. */
export const importableAccount = z.object({
  name: z
    .string()
    .nullable()
    .default(null)
    .pipe(z.union([z.null(), shapes.name]))
    .catch(null),
  bio: shapes.bio.refine(shapes.isStorable).catch(''),
  picture: z.string().max(300).nullable().catch(null),
});

/** What an import reads from an item of `data/communities.json`. */
export const importableCommunity = z.object({ handle: z.string().max(100), visibility: z.string().max(100) });
