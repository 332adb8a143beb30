import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';

const tag = 'site';

/** `pending`: not activated yet, waiting for approval, or never logged in. `deactivated`: also while it's being deleted. */
const personState = z.enum(['active', 'pending', 'suspended', 'deactivated']);
export type PersonState = z.output<typeof personState>;

/** A person as the site's team sees them. `reports`: how often they were reported. */
const sitePerson = z
  .object({
    user: shapes.user,
    email: z.string().nullable(),
    site_role: shapes.siteRole.nullable(),
    state: personState,
    created_at: shapes.time,
    last_seen_at: shapes.time.nullable(),
    reports: z.number().int(),
    /**
     * When the account of somebody who deactivated or is deleting it is removed, unless they come back; null for
     * everybody else.
     */
    deletes_at: shapes.time.nullable(),
    /** Null: not suspended. `until` null: for good. */
    suspension: z.object({ until: shapes.time.nullable(), text: z.string() }).nullable(),
    /** Whether the caller may reset their password, log them out, and so on. */
    manageable: z.boolean(),
    /** Whether they log in with one-time codes, if the caller may turn those off. */
    uses_codes: z.boolean(),
    /** Whether the caller may suspend them, and lift a suspension. */
    suspendable: z.boolean(),
    /** The roles that the caller may give them; null takes theirs. */
    assignable_roles: z.array(shapes.siteRole.nullable()),
  })
  .meta({ id: 'SitePerson' });
export type SitePerson = z.output<typeof sitePerson>;

export const listPeople = endpoint({
  method: 'GET',
  path: '/v1/site/people',
  tag,
  summary: 'Everybody with an account, newest first; for the team',
  session: 'required',
  query: shapes.page.extend({
    query: shapes.searchQuery,
    role: z.enum(['owner', 'admin', 'moderator', 'none']).optional(),
    state: personState.optional(),
  }),
  answer: { status: 200, body: z.object({ people: z.array(sitePerson), next: z.string().nullable() }) },
  errors: [422],
});

/**
 * One person in a list that's added at once; mistakes are reported by line. A missing username is made from the name.
 * `line` is set for CSV.
 */
const newPerson = z.object({
  name: z.string().nullish(),
  username: z.string().nullish(),
  email: z.string().nullish(),
  line: z.number().int().optional(),
});
export type NewPerson = z.output<typeof newPerson>;

/**
 * What would become of a line; a missing username is filled in. `fault`: why the person can't be added, as a sentence.
 */
const plannedPerson = z.object({
  line: z.number().int(),
  name: z.string().nullable(),
  username: z.string(),
  email: z.string().nullable(),
  fault: z.string().nullable(),
});
export type PlannedPerson = z.output<typeof plannedPerson>;

export const addPeople = endpoint({
  method: 'POST',
  path: '/v1/site/people',
  tag,
  summary: `Add up to ${limits.peopleAtOnce} people at once, all or none, as JSON or as CSV with the columns name, username and email; each gets a log-in link. Errors are by line`,
  session: 'required',
  query: z.object({
    /** Adds nobody: only answers who would be added, and what's wrong. */
    dry_run: z.stringbool().default(false),
    /** Everyone with an email address also gets their link by mail. */
    mail: z.stringbool().default(false),
  }),
  body: z.object({
    people: z
      .array(newPerson, { error: 'Send a list of people.' })
      .min(1, { error: 'Add at least one person.' })
      .max(limits.peopleAtOnce, { error: `Add at most ${limits.peopleAtOnce} people at once.` }),
  }),
  csv: { rows: 'people' },
  answer: {
    status: 201,
    body: z.object({
      people: z.array(z.object({ username: z.string(), name: z.string().nullable(), login_url: z.string() })),
    }),
  },
  dryRun: z.object({ people: z.array(plannedPerson) }),
  errors: [422],
});

const params = z.object({ username: z.string() });

export const resetPerson = endpoint({
  method: 'POST',
  path: '/v1/site/people/:username/reset',
  tag,
  summary: "Reset somebody's password: ends their sessions and makes a log-in link; they're notified",
  session: 'required',
  params,
  answer: { status: 200, body: z.object({ login_url: z.string() }) },
  errors: [404, 422],
});

export const endSessions = endpoint({
  method: 'DELETE',
  path: '/v1/site/people/:username/sessions',
  tag,
  summary: "Log somebody out everywhere; they're notified",
  session: 'required',
  params,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});

export const removeSecondFactor = endpoint({
  method: 'DELETE',
  path: '/v1/site/people/:username/second-factor',
  tag,
  summary: "Turn off somebody's second factor, if they have one; they're notified",
  session: 'required',
  params,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});
