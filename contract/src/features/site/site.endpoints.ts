import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import * as shapes from '../../platform/shapes.ts';
import * as sites from './site.shapes.ts';

const tag = 'site';
const siteAnswer = z.object({ site: sites.site });

export const readSite = endpoint({
  method: 'GET',
  path: '/v1/site',
  tag,
  summary: "The site: name, rules, who runs it and who may register. Admins also get what's only theirs to change",
  session: 'none',
  answer: { status: 200, body: siteAnswer },
});

export const updateSite = endpoint({
  method: 'PATCH',
  path: '/v1/site',
  tag,
  summary: "Change the site, as JSON or as a form with its logo; for admins. A form's lists are JSON texts",
  session: 'required',
  multipart: { fields: sites.siteChange, files: { logo: { max: 1 } }, json: true },
  answer: { status: 200, body: siteAnswer },
  errors: [413, 415, 422, 507],
});

export const readSitePage = endpoint({
  method: 'GET',
  path: '/v1/site/pages/:page',
  tag,
  summary: "The site's imprint or privacy policy, in Markdown",
  session: 'none',
  params: z.object({ page: z.string() }),
  answer: { status: 200, body: z.object({ page: z.object({ content: z.string() }) }) },
  errors: [404],
});

export const readDataLocations = endpoint({
  method: 'GET',
  path: '/v1/site/data',
  tag,
  summary: 'Which data goes where: the server, and the services it works with, as it is set up',
  session: 'none',
  answer: { status: 200, body: z.object({ places: z.array(sites.dataLocation) }) },
});

export const setUpSite = endpoint({
  method: 'POST',
  path: '/v1/site/setup',
  tag,
  summary: "Become the owner of a new site with the code of the link that the server's start prints; it works once",
  session: 'required',
  body: z.object({ code: shapes.code('Open the link that the server printed when it started') }),
  answer: { status: 200, body: z.object({ site_role: shapes.siteRole }) },
  errors: [422],
});

export const setSiteRole = endpoint({
  method: 'PUT',
  path: '/v1/site/roles/:username',
  tag,
  summary: 'Give someone a role on the site, or take it; for owners, and for admins to choose moderators',
  session: 'required',
  params: z.object({ username: z.string() }),
  body: z.object({ site_role: shapes.siteRole.nullable() }),
  answer: { status: 200, body: z.object({ site_role: shapes.siteRole.nullable() }) },
  errors: [404, 422],
});

/** A thing that an entry of the audit log is about. `name` and `url` are null once it's gone. */
const subject = z.object({
  kind: z.string(),
  id: shapes.id,
  name: z.string().nullable(),
  url: z.string().nullable(),
});

export const auditEntry = z.object({
  _id: shapes.id,
  created_at: shapes.time,
  /** Null: the account is gone, or `on_server`. */
  actor: shapes.author.nullable(),
  /** Whether it was done on the server with `npm run admin`, not by an account. */
  on_server: z.boolean(),
  action: z.string(),
  subject: subject.nullable(),
  text: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/v1/audit',
  tag,
  summary: 'What the team did, newest first; for admins',
  session: 'required',
  query: shapes.page,
  answer: { status: 200, body: z.object({ entries: z.array(auditEntry) }) },
  errors: [422],
});

export const announce = endpoint({
  method: 'PUT',
  path: '/v1/site/announcement',
  tag,
  summary:
    'Put a post on top of the feed Everyone, instead of the one before, and tell everybody; for admins. With content instead of post_id, the post is made first, by the caller',
  session: 'required',
  body: z.object({
    post_id: shapes.id.optional(),
    content: shapes.postContent.optional(),
    until: z.iso.datetime({ offset: true, error: 'Write a date and a time in ISO 8601' }).nullish(),
  }),
  answer: { status: 200, body: z.object({ announcement: sites.announcement }) },
  errors: [404, 422],
});

export const removeAnnouncement = endpoint({
  method: 'DELETE',
  path: '/v1/site/announcement',
  tag,
  summary: 'Take the announcement off the feed; for admins',
  session: 'required',
  answer: { status: 200, body: z.object({ announcement: z.null() }) },
  errors: [422],
});

export const dismissAnnouncement = endpoint({
  method: 'POST',
  path: '/v1/site/announcement/dismissal',
  tag,
  summary: "Take the announcement off the caller's own feed",
  session: 'required',
  body: z.object({ announcement_id: shapes.id }),
  answer: { status: 200, body: shapes.empty },
});

const figures = z.object({
  taken_at: shapes.time,
  people: z.number().int(),
  posts: z.number().int(),
  active_day: z.number().int(),
  active_week: z.number().int(),
  media_bytes: z.number().int(),
});

const finding = z.object({
  about: z.string(),
  state: z.enum(['ok', 'warning', 'failed', 'off']),
  found: z.string(),
  fix: z.string().optional(),
});

/** How many items wait for the caller's decision; each count stops at 100. */
const waiting = z.object({ reports: z.number().int(), appeals: z.number().int(), requests: z.number().int() });

const overview = z.object({
  version: z.string(),
  waiting,
  /** Null: a job is computing the figures; ask again in a moment. */
  figures: figures.nullable(),
  /** The last 30 days, oldest first; the last one is today so far. */
  trend: z.array(z.object({ day: z.string(), people: z.number().int(), media_bytes: z.number().int() })),
  findings: z.array(finding).nullable(),
  /** Whether a job is computing newer figures; ask again in a moment. */
  outdated: z.boolean(),
  /** For admins: the disk that files are on; null with a bucket. */
  free_bytes: z.number().int().nullable().optional(),
  total_bytes: z.number().int().nullable().optional(),
  /** For admins: the ten people whose files take up the most space. */
  largest: z.array(z.object({ user: shapes.author, bytes: z.number().int() })).optional(),
});
export type Overview = z.output<typeof overview>;

export const readOverview = endpoint({
  method: 'GET',
  path: '/v1/site/overview',
  tag,
  summary: 'How the site is doing: people, posts, storage, and what the doctor found; for the team',
  session: 'required',
  answer: { status: 200, body: z.object({ overview }) },
  errors: [422],
});
