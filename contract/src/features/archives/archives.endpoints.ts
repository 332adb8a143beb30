import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import * as shapes from '../../platform/shapes.ts';

const tag = 'archives';

export const archiveExport = z
  .object({
    state: z.enum(['none', 'working', 'ready', 'failed']),
    created_at: shapes.time.nullable(),
    size: z.int().nullable().meta({ description: 'Bytes; null until it is ready' }),
    expires_at: shapes.time.nullable().meta({ description: "When it's deleted; null until it is ready" }),
    done: z.int().meta({ description: 'How many posts, comments, messages and files are in it so far' }),
  })
  .meta({ id: 'Export' });
export type Export = z.output<typeof archiveExport>;

export const startExport = endpoint({
  method: 'POST',
  path: '/v1/export',
  tag,
  summary: "Start making a ZIP of everything that's the caller's; the one before is deleted. Needs a confirmed session",
  session: 'required',
  answer: { status: 202, body: z.object({ export: archiveExport }) },
  errors: [422],
});

export const readExport = endpoint({
  method: 'GET',
  path: '/v1/export',
  tag,
  summary: "How far the caller's export is",
  session: 'required',
  answer: { status: 200, body: z.object({ export: archiveExport }) },
});

export const downloadExport = endpoint({
  method: 'GET',
  path: '/v1/export/file',
  tag,
  summary:
    "The caller's export: a ZIP, whole or a range of it; with check=true only `{}` if it can be downloaded. Needs a confirmed session",
  session: 'required',
  query: z.object({ check: z.literal('true').optional() }),
  answer: { status: 200, body: z.unknown().meta({ description: 'application/zip' }) },
  errors: [404, 422],
});

const archiveImport = z
  .object({
    state: z.enum(['none', 'working', 'done', 'failed']),
    created_at: shapes.time.nullable(),
    done: z.int().meta({ description: 'How many of its posts have been dealt with' }),
    total: z.int().meta({ description: 'How many posts it has; 0 until they are counted' }),
    refused: z.array(z.string()).meta({ description: "What didn't come along, and why; at most 101 texts" }),
  })
  .meta({ id: 'Import' });
export type Import = z.output<typeof archiveImport>;

export const startImport = endpoint({
  method: 'POST',
  path: '/v1/import',
  tag,
  summary:
    "Import an archive's profile, posts and files: the ZIP of an export, from here or another site. What the caller has set of their profile stays. The posts are on their profile, dated as of now with the exporter's claim in `imported`; they're in no feed, and nobody is told",
  session: 'required',
  multipart: { fields: z.object({}) as z.ZodObject, files: { file: { max: 1 } } },
  answer: { status: 202, body: z.object({ import: archiveImport }) },
  errors: [413, 422, 507],
});

export const stopImport = endpoint({
  method: 'DELETE',
  path: '/v1/import',
  tag,
  summary: "Stop the caller's import: what's here stays, and the rest doesn't come. Its `state` is `failed`",
  session: 'required',
  answer: { status: 200, body: z.object({ import: archiveImport }) },
  errors: [404],
});

export const readImport = endpoint({
  method: 'GET',
  path: '/v1/import',
  tag,
  summary: "How far the caller's latest import is",
  session: 'required',
  answer: { status: 200, body: z.object({ import: archiveImport }) },
});
