import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import * as shapes from '../../platform/shapes.ts';

/** The actions that can be explained, by the kind of thing. Add an action together with the call that performs it. */
export const explainedActions = {
  community: ['view', 'join', 'post', 'create_channel', 'ban', 'edit'],
  channel: ['view', 'write', 'manage'],
  post: ['view', 'vote', 'comment', 'edit', 'delete'],
  comment: ['view', 'edit', 'delete'],
  message: ['view', 'edit', 'delete', 'react'],
  user: ['view', 'message', 'mention', 'follow'],
} as const;

export const explainedKind = z.enum(Object.keys(explainedActions) as [ExplainedKind, ...ExplainedKind[]], {
  error: "This kind of thing can't be explained.",
});
export type ExplainedKind = keyof typeof explainedActions;

export const explain = endpoint({
  method: 'GET',
  path: '/v1/explain',
  tag: 'moderation',
  summary:
    "Why somebody can or can't do something: for the site's team, and for a holder of community:edit about their community",
  session: 'required',
  query: z.object({
    username: z.string().trim().min(1).max(100).refine(shapes.isStorable, { error: "This can't be a username." }),
    kind: explainedKind,
    /** The username of a person, the handle of a community, or an id. */
    id: z.string().min(1).max(100).refine(shapes.isStorable, { error: "This can't be an id." }),
    /** One of the kind's actions; any other is a 422 that lists them. */
    action: z.string().min(1).max(30),
  }),
  answer: { status: 200, body: z.object({ allowed: z.boolean(), because: z.array(z.string()) }) },
  errors: [404, 422],
});
