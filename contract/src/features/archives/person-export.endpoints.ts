import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { archiveExport } from './archives.endpoints.ts';

const tag = 'archives';
const params = z.object({ username: z.string() });

export const startPersonExport = endpoint({
  method: 'POST',
  path: '/v1/site/people/:username/export',
  tag,
  summary:
    "Start making a ZIP of somebody's account, posts, comments, memberships and the files of their posts and profile, for the admin who asks; they're notified. Never of an equal or higher role. Needs a confirmed session",
  session: 'required',
  params,
  answer: { status: 202, body: z.object({ export: archiveExport }) },
  errors: [404, 422],
});

export const readPersonExport = endpoint({
  method: 'GET',
  path: '/v1/site/people/:username/export',
  tag,
  summary: "How far the caller's export of somebody's data is. Needs a confirmed session",
  session: 'required',
  params,
  answer: { status: 200, body: z.object({ export: archiveExport }) },
  errors: [404, 422],
});

export const downloadPersonExport = endpoint({
  method: 'GET',
  path: '/v1/site/people/:username/export/file',
  tag,
  summary:
    "The caller's export of somebody's data: a ZIP, whole or a range of it; with check=true only `{}` if it can be downloaded. Needs a confirmed session",
  session: 'required',
  params,
  query: z.object({ check: z.literal('true').optional() }),
  answer: { status: 200, body: z.unknown().meta({ description: 'application/zip' }) },
  errors: [404, 422],
});
