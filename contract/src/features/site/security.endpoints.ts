import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import * as shapes from '../../platform/shapes.ts';
import { refusalEvents, securityEvents } from '../accounts/security.endpoints.ts';
import { auditEntry } from './site.endpoints.ts';

/** The events in the site's security log: those of accounts, refusals, and what the team does. */
export const siteSecurityEvents = [...securityEvents, ...refusalEvents, 'team_action'] as const;
export type SiteSecurityEvent = (typeof siteSecurityEvents)[number];

const siteSecurityEntry = z
  .object({
    _id: shapes.id,
    created_at: shapes.time,
    last_at: shapes.time.meta({ description: 'The last time it happened, if `times` is more than 1' }),
    times: z.number().int().meta({ description: 'How often it happened, from this network, within that hour' }),
    event: z.enum(siteSecurityEvents),
    user: shapes.author.nullable().meta({ description: 'Whose account it is; null for an unknown account' }),
    device: z.string().nullable(),
    network: z
      .string()
      .nullable()
      .meta({ description: 'An IPv4 address, or the /64 or /48 of an IPv6 address; null if it was not kept' }),
    request_id: z.string().nullable().meta({ description: 'The request as the log of the server names it' }),
    action: auditEntry.nullable().meta({ description: 'What the team did, as in the audit log' }),
  })
  .meta({ id: 'SiteSecurityEntry' });
export type SiteSecurityEntry = z.output<typeof siteSecurityEntry>;

export const listSiteSecurity = endpoint({
  method: 'GET',
  path: '/v1/site/security-log',
  tag: 'site',
  summary:
    "What happened to everybody's accounts, what was refused and what the team did, newest first; for admins. It never holds what somebody typed",
  session: 'required',
  query: shapes.page.extend({
    username: z.string().optional(),
    event: z.enum(siteSecurityEvents).optional(),
  }),
  answer: { status: 200, body: z.object({ entries: z.array(siteSecurityEntry) }) },
  errors: [422],
});
