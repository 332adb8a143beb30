import { z } from 'zod';
import * as shapes from '../../platform/shapes.ts';

/** The kinds of notifications, in the order of the settings. */
export const notificationTypes = [
  'comment',
  'reply',
  'mention',
  'vote',
  'reaction',
  'follow',
  'community_post',
  'announcement',
  'invite',
  'role',
  'warning',
  'removed',
  'banned',
  'report_decided',
  'report',
  'appeal',
  'security',
] as const;
export const notificationType = z.enum(notificationTypes);
export type NotificationType = z.output<typeof notificationType>;

/** A notification. The same `group` with another `_id` is the same notification, which has grown. */
export const notification = z
  .object({
    _id: shapes.id,
    group: z.string().meta({ description: "What it's about: a notification with the same group replaces this one" }),
    type: notificationType,
    created_at: shapes.time,
    read: z.boolean(),
    actor: shapes.author.nullable(),
    actors: z.array(shapes.author).meta({ description: 'The latest of them first, at most three' }),
    others: z.int().meta({ description: 'How many did the same besides the actor' }),
    text: z.string().meta({ description: 'What happened, as a sentence' }),
    excerpt: z.string().meta({ description: "The beginning of what it's about; may be empty" }),
    post_id: shapes.id.optional(),
    comment_id: shapes.id.optional(),
    community_handle: z.string().optional(),
    channel_id: shapes.id.optional(),
    conversation_id: shapes.id.optional(),
    message_id: shapes.id.optional(),
    report_id: shapes.id.optional(),
    decision_id: shapes.id.optional(),
    url: z.string().meta({ description: 'The path to open' }),
  })
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof notification>;
