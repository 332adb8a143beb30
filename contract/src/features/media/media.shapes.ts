import { z } from 'zod';
import { codePoints, limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';

/** A smaller version of a picture, for screens that don't need more. */
export const mediaVariant = z
  .object({ path: z.string(), width: z.int(), type: z.string() })
  .meta({ id: 'MediaVariant' });

/**
 * What the files of posts and of messages have in common. A video that browsers can't decode is `processing` until it's
 * converted.
 */
export const mediaState = z.enum(['processing', 'ready', 'failed']);
export const mediaProgress = z.int().min(0).max(100).nullable().optional().meta({
  description: "Percent of a video's conversion, for its author; null: there's none, or it waits for its turn",
});
export const mediaUnplayable = z
  .literal(true)
  .optional()
  .meta({ description: "A video that couldn't be converted: browsers may not play it, so offer a download" });

/** One picture, video or sound, or a file of any type in a message. `is_nsfw` is also true while `state` is `processing`: the file is held back until it's checked. */
export const mediaFile = z
  .object({
    file_id: shapes.id,
    path: z.string(),
    type: z.string().meta({ description: 'MIME type' }),
    is_nsfw: z.boolean(),
    state: mediaState,
    progress: mediaProgress,
    unplayable: mediaUnplayable,
    width: z.int().nullable(),
    height: z.int().nullable(),
    duration: z.number().nullable().meta({ description: 'Seconds' }),
    placeholder: z.string().nullable().meta({ description: 'A tiny picture as a data: address' }),
    poster: z.string().nullable().meta({ description: 'The path of a still of a video' }),
    variants: z.array(mediaVariant),
    alt: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "What it shows, in its author's words. Missing on files from before there were any" }),
    name: z
      .string()
      .optional()
      .meta({ description: "The file's name on its sender's device; only files of messages have one" }),
    size: z.int().optional().meta({ description: 'Bytes; only files of messages have it' }),
  })
  .meta({ id: 'MediaFile' });
export type MediaFile = z.output<typeof mediaFile>;

/** Where resumable uploads go: tus 1.0.0 with creation, expiration and termination. */
export const uploadsPath = '/v1/uploads';

/** Finished uploads (tus at /v1/uploads), which follow a form's own files, in this order. */
export const uploadIds = shapes.fromForm(
  z.array(z.string(), { error: 'uploads must be a JSON list of upload ids' }).max(100),
);

const altLong = `A description should not be more than ${limits.post.alt} characters`;

/** The alt text of each of a form's files, in their order; null or blank: none. */
export const altTexts = shapes.fromForm(
  z
    .array(
      z
        .string()
        .transform((value) => value.trim() || null)
        .nullable(),
    )
    .refine((alts) => alts.every((alt) => alt === null || codePoints(alt) <= limits.post.alt), { error: altLong })
    .refine((alts) => alts.every((alt) => alt === null || shapes.isStorable(alt)), {
      error: "A description contains a character that can't be stored",
    }),
);
