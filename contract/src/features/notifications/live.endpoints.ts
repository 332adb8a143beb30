import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import * as shapes from '../../platform/shapes.ts';
import { unreadCounts } from '../channels/channels.endpoints.ts';
import { feed } from '../posts/posts.shapes.ts';
import { message } from '../rooms/messages.shapes.ts';
import { notification } from './notifications.shapes.ts';

/**
 * `messages`, `changed` and `revision` are what the room's history answers with `after` and with `changed_since`; empty and null without a
 * room. Without `after`, `messages` are the newest. `newer` is 0 without `newest`.
 */
const live = z
  .object({
    messages: z.array(message),
    changed: z.array(message),
    revision: shapes.id.nullable(),
    unread: unreadCounts,
    notifications: z.array(notification),
    newer: z.int(),
  })
  .meta({ id: 'Live' });
export type Live = z.output<typeof live>;

export const readLive = endpoint({
  method: 'GET',
  path: '/v1/live',
  tag: 'notifications',
  summary:
    "What's new, for clients whose network blocks sockets: once a second at most, and 304 with if-none-match if that's nothing. Marks nothing as read",
  session: 'required',
  query: z.object({
    room: shapes.id.optional(),
    after: shapes.id.optional(),
    changed_since: shapes.id.optional(),
    feed: feed.default('everyone'),
    newest: shapes.id.optional(),
  }),
  answer: { status: 200, body: live },
  errors: [404],
});
