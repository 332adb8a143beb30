import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';
import { mediaFile } from '../media/media.shapes.ts';
import { message } from '../rooms/messages.shapes.ts';

const tag = 'moderation';

export const reportKind = z.enum(['post', 'comment', 'message', 'user', 'community']);
export type ReportKind = z.output<typeof reportKind>;

export const reportReason = z.enum(
  ['spam', 'harassment', 'hate', 'violence', 'sexual', 'self_harm', 'illegal', 'other'],
  { error: 'Choose a reason.' },
);
export type ReportReason = z.output<typeof reportReason>;

export const decisionAction = z.enum(['dismiss', 'remove', 'warn', 'suspend', 'ban']);
export type DecisionAction = z.output<typeof decisionAction>;

const optionalText = (noun: string) =>
  z
    .string()
    .default('')
    .refine(shapes.isStorable, { error: `${noun} contains a character that can't be stored.` })
    .transform((value) => value.trim())
    .refine((value) => [...value].length <= limits.moderation.text, {
      error: `${noun} should not be more than ${limits.moderation.text} characters`,
    });

const requiredText = (required: string, noun: string) =>
  shapes
    .text({
      required,
      max: limits.moderation.text,
      long: `${noun} should not be more than ${limits.moderation.text} characters`,
    })
    .refine(shapes.isStorable, { error: `${noun} contains a character that can't be stored.` });

/** The moderator's message to the person. */
const reason = requiredText('Write a sentence for the person this is about.', 'This text');
const appealText = requiredText('Say why this should be changed.', 'An appeal');

const days = z
  .int({ error: 'Enter a whole number of days.' })
  .min(1, { error: 'It has to last at least 1 day.' })
  .max(limits.moderation.days, { error: `It can last at most ${limits.moderation.days} days.` });

const ruleNumber = z.int({ error: 'Choose one of the rules.' }).min(1, { error: 'Choose one of the rules.' });

/** A page, newest first; `before` is the id of the last item of the page before. */
const page = { size: shapes.size(30, 100), before: shapes.id.optional() };

export const decision = z
  .object({
    decision_id: shapes.id,
    action: decisionAction,
    text: z.string(),
    /** Null: it has no end, or isn't something that can end. */
    until: shapes.time.nullable(),
  })
  .meta({ id: 'Decision' });
export type Decision = z.output<typeof decision>;

const decided = decision.extend({ rule: z.int().nullable(), rule_text: z.string().nullable() });

/** What a report or a decision is about. The author is null for communities and deleted accounts. */
const subject = z.object({
  author: shapes.author.nullable(),
  content: z.string(),
  files: z.array(mediaFile),
  /** Whether it was deleted and can't be shown. */
  gone: z.boolean(),
});

/** How often moderators acted on the person before. */
const history = z.object({ warnings: z.int(), removals: z.int(), bans: z.int(), suspensions: z.int() });

export const report = z
  .object({
    report_id: shapes.id,
    kind: reportKind,
    id: z.string(),
    reason: reportReason,
    text: z.string(),
    state: z.enum(['open', 'decided']),
    reporters: z.int(),
    created_at: shapes.time,
    subject: subject.extend({
      /** For a message: the messages around it, as the person who reported it could see them. */
      context: z.array(message),
      post_id: shapes.id.nullable(),
    }),
    community_handle: z.string().nullable(),
    /**
     * Whether it was reported as illegal, the community's moderators dismissed it, and it's now up to the site's team.
     */
    escalated: z.boolean(),
    history,
    /** The decisions that the caller may make. */
    actions: z.array(decisionAction),
    /** Other moderators who have it open. */
    viewers: z.array(shapes.author),
    decision: decided.extend({ by: shapes.author.nullable() }).nullable(),
  })
  .meta({ id: 'Report' });
export type Report = z.output<typeof report>;

export const sendReport = endpoint({
  method: 'POST',
  path: '/v1/reports',
  tag,
  summary: 'Report a post, comment, message, person or community to the moderators',
  session: 'required',
  body: z.object({
    kind: reportKind,
    id: z.string().min(1).max(100).refine(shapes.isStorable, { error: "This can't be an id." }),
    reason: reportReason,
    text: optionalText('Your text'),
  }),
  answer: { status: 201, body: z.object({ report: report.pick({ report_id: true, state: true }) }) },
  errors: [404, 422],
});

export const listReports = endpoint({
  method: 'GET',
  path: '/v1/reports',
  tag,
  summary: "Reports, newest first; with community, that community's; with about, those about a person's things",
  session: 'required',
  query: z.object({
    ...page,
    state: z.enum(['open', 'decided', 'any']).default('open'),
    community: z.string().optional(),
    about: z.string().optional(),
  }),
  answer: { status: 200, body: z.object({ reports: z.array(report) }) },
  errors: [404, 422],
});

const reportParams = z.object({ report_id: z.string() });

export const readReport = endpoint({
  method: 'GET',
  path: '/v1/reports/:report_id',
  tag,
  summary: 'One report, and who else has it open',
  session: 'required',
  params: reportParams,
  answer: { status: 200, body: z.object({ report }) },
  errors: [404],
});

export const viewReport = endpoint({
  method: 'PUT',
  path: '/v1/reports/:report_id/viewing',
  tag,
  summary: 'Say that you have a report open; repeat it every few seconds',
  session: 'required',
  params: reportParams,
  answer: { status: 200, body: z.object({ viewers: z.array(shapes.author), state: report.shape.state }) },
  errors: [404],
});

export const decideReport = endpoint({
  method: 'POST',
  path: '/v1/reports/:report_id/decision',
  tag,
  summary: 'Decide a report',
  session: 'required',
  params: reportParams,
  body: z.object({
    action: decisionAction,
    text: optionalText('This text'),
    days: days.optional(),
    rule: ruleNumber.nullish(),
  }),
  answer: { status: 200, body: z.object({ decision }) },
  errors: [404, 409, 422],
});

const userParams = z.object({ username: z.string() });

export const suspendUser = endpoint({
  method: 'PUT',
  path: '/v1/users/:username/suspension',
  tag,
  summary: 'Suspend an account; without days, for good',
  session: 'required',
  params: userParams,
  body: z.object({ days: days.optional(), text: reason, rule: ruleNumber.nullish() }),
  answer: {
    status: 200,
    body: z.object({ suspension: z.object({ until: shapes.time.nullable(), text: z.string() }) }),
  },
  errors: [404, 422],
});

export const liftSuspension = endpoint({
  method: 'DELETE',
  path: '/v1/users/:username/suspension',
  tag,
  summary: "End an account's suspension",
  session: 'required',
  params: userParams,
  answer: { status: 200, body: z.object({ suspension: z.null() }) },
  errors: [404, 422],
});

const ownAppeal = z.object({
  appeal_id: shapes.id,
  state: z.enum(['open', 'upheld', 'overturned']),
  text: z.string(),
  answer: z.string().nullable(),
});

export const ownDecision = decided
  .extend({
    created_at: shapes.time,
    /** Whether it still holds, was overturned after an appeal, or was lifted. */
    state: z.enum(['standing', 'overturned', 'lifted']),
    subject: subject.extend({ kind: reportKind.nullable(), id: z.string().nullable() }),
    community_handle: z.string().nullable(),
    appeal: ownAppeal.nullable(),
    can_appeal: z.boolean(),
  })
  .meta({ id: 'OwnDecision' });
export type OwnDecision = z.output<typeof ownDecision>;

export const listDecisions = endpoint({
  method: 'GET',
  path: '/v1/decisions',
  tag,
  summary: "Moderators' decisions about you, newest first",
  session: 'required',
  query: z.object(page),
  answer: { status: 200, body: z.object({ decisions: z.array(ownDecision) }) },
});

const madeAppeal = {
  status: 201,
  body: z.object({ appeal: ownAppeal.pick({ appeal_id: true, state: true }) }),
} as const;

export const appeal = endpoint({
  method: 'POST',
  path: '/v1/decisions/:decision_id/appeal',
  tag,
  summary: 'Appeal a decision about you, once',
  session: 'required',
  params: z.object({ decision_id: z.string() }),
  body: z.object({ text: appealText }),
  answer: madeAppeal,
  errors: [404, 409, 422],
});

const appealToken = shapes.token('This link is incomplete. Open it again from the email.');

export const appealByToken = endpoint({
  method: 'POST',
  path: '/v1/decisions/appeal',
  tag,
  summary: 'Appeal a suspension without logging in',
  session: 'none',
  body: z.object({ token: appealToken, text: appealText }),
  answer: madeAppeal,
  errors: [409, 422],
});

export const readDecisionByToken = endpoint({
  method: 'POST',
  path: '/v1/decisions/by-token',
  tag,
  summary: 'The decision that a link in an email is about',
  session: 'none',
  body: z.object({ token: appealToken }),
  answer: { status: 200, body: z.object({ decision: ownDecision }) },
  errors: [422],
});

export const waitingAppeal = z
  .object({
    appeal_id: shapes.id,
    decision: decided.extend({ created_at: shapes.time, by: shapes.author.nullable() }),
    /** Null: the account was deleted. */
    user: shapes.author.nullable(),
    text: z.string(),
    state: z.enum(['open', 'upheld', 'overturned']),
    created_at: shapes.time,
    subject: subject.extend({ kind: reportKind.nullable(), id: z.string().nullable() }),
    community_handle: z.string().nullable(),
    history,
  })
  .meta({ id: 'Appeal' });
export type WaitingAppeal = z.output<typeof waitingAppeal>;

export const listAppeals = endpoint({
  method: 'GET',
  path: '/v1/appeals',
  tag,
  summary: 'Appeals that you may judge, newest first',
  session: 'required',
  query: z.object({ ...page, state: z.enum(['open', 'upheld', 'overturned']).default('open') }),
  answer: { status: 200, body: z.object({ appeals: z.array(waitingAppeal) }) },
  errors: [422],
});

export const decideAppeal = endpoint({
  method: 'POST',
  path: '/v1/appeals/:appeal_id/decision',
  tag,
  summary: 'Uphold a decision, or overturn it, which undoes all of its effects',
  session: 'required',
  params: z.object({ appeal_id: z.string() }),
  body: z.object({
    decision: z.enum(['uphold', 'overturn']),
    text: requiredText('Write a sentence for the person who appealed.', 'This text'),
  }),
  answer: { status: 200, body: z.object({ appeal: ownAppeal }) },
  errors: [404, 409, 422],
});
