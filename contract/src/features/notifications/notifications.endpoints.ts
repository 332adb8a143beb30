import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import * as shapes from '../../platform/shapes.ts';
import { messagesFrom } from '../site/site.shapes.ts';
import { notification, notificationTypes } from './notifications.shapes.ts';

const tag = 'notifications';
const session = 'required';

const unread = z.int().meta({ description: 'How many are unread; 100 means 100 or more' });

export const listNotifications = endpoint({
  method: 'GET',
  path: '/v1/notifications',
  tag,
  summary: "The caller's notifications, newest first: only what they may see at this moment",
  session,
  query: shapes.page.extend({ filter: z.enum(['all', 'mentions', 'team']).default('all') }),
  answer: { status: 200, body: z.object({ notifications: z.array(notification), unread }) },
});

const wanted = 'Send up_to or ids.';

export const readNotifications = endpoint({
  method: 'POST',
  path: '/v1/notifications/read',
  tag,
  summary: 'Mark notifications as read on all devices: all up to one, or some',
  session,
  repeatable: true,
  body: z
    .object({ up_to: shapes.id.optional(), ids: z.array(shapes.id).max(100).optional() })
    .refine(({ up_to, ids }) => (up_to === undefined) !== (ids === undefined), { error: wanted, path: ['up_to'] }),
  answer: { status: 200, body: z.object({ unread }) },
});

/**
 * What people can choose to be notified about: everything that's listed; messages, which are only pushed and summed up
 * by mail; and missed calls, which are only pushed.
 */
export const settingTypes = [...notificationTypes, 'message', 'call'] as const;
const settingType = z.enum(settingTypes);
export type SettingType = z.output<typeof settingType>;

const choice = z.object({
  in_app: z.boolean().meta({ description: "Whether it's listed" }),
  push: z.boolean().meta({ description: "Whether it's pushed to devices that take pushes" }),
  mail: z.boolean().meta({ description: "Whether it's in the summary by mail" }),
});

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Write a time such as 22:00' });

function isTimezone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const quiet = z.object({
  from: time,
  to: time,
  timezone: z.string().max(64).refine(isTimezone, { error: 'Write a time zone such as Europe/Berlin' }),
});
export type Quiet = z.output<typeof quiet>;

const telling = z.object({
  mail: z.enum(['off', 'daily', 'weekly']).meta({ description: "How often a summary of what's unread comes by mail" }),
  quiet: quiet
    .nullable()
    .meta({ description: 'When nothing is pushed, in local times; over midnight if from is later' }),
  previews: z
    .boolean()
    .meta({ description: 'Whether pushes say who wrote what; otherwise only that something is new' }),
  ringtone: z.boolean().meta({ description: 'Whether calls ring, outside of quiet hours' }),
});

const privacy = z.object({
  read_marks: z
    .boolean()
    .meta({ description: 'Whether others see what the caller has read, and the caller what they have' }),
  presence: z
    .boolean()
    .meta({ description: 'Whether others see when the caller is online, and the caller when they are' }),
  messages_from: messagesFrom.meta({
    description: "Whose first message reaches the caller; with known, others' wait as requests",
  }),
});

const settings = privacy.extend({ ...telling.shape, types: z.record(settingType, choice) });
export type NotificationSettings = z.output<typeof settings>;
const settingsAnswer = z.object({ settings });

export const readNotificationSettings = endpoint({
  method: 'GET',
  path: '/v1/notifications/settings',
  tag,
  summary:
    'What the caller wants to be notified of, and shows others; what the site proposes, unless they chose otherwise',
  session,
  answer: { status: 200, body: settingsAnswer },
});

export const updateNotificationSettings = endpoint({
  method: 'PATCH',
  path: '/v1/notifications/settings',
  tag,
  summary: "Choose what to be notified of, and what to show others; what's left out stays as it is",
  session,
  body: privacy
    .extend(telling.shape)
    .partial()
    .extend({ types: z.partialRecord(settingType, choice.partial()).optional() }),
  answer: { status: 200, body: settingsAnswer },
});
