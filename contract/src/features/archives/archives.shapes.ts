import { z } from 'zod';
import * as shapes from '../../platform/shapes.ts';
import { notificationType } from '../notifications/notifications.shapes.ts';
import { written } from '../posts/posts.shapes.ts';
import { roomNotify } from '../rooms/messages.shapes.ts';

/** The version of the format. Readers of an archive ignore unknown fields. */
export const archiveVersion = 1;

/** `manifest.json`: what the archive is. */
export const archiveManifest = z.object({
  format: z.literal('hubbub-archive'),
  version: z.int().positive(),
  origin: z.string().max(500).meta({ description: 'The address of the site it comes from' }),
  username: z.string().max(100),
  created_at: shapes.time,
});

const path = z.string().meta({ description: 'Of a file in this archive' });
const removed = z
  .string()
  .nullable()
  .meta({ description: "Why moderators removed it, in their words; null: they didn't" });

/** A file attached to a post. */
const postFile = z.object({ path, type: z.string(), alt: z.string().nullable() });

/** A post in `data/posts.json`. */
export const archivedPost = z.object({
  post_id: shapes.id,
  created_at: shapes.time,
  edited_at: shapes.time.nullable(),
  ...written,
  community: z.string().nullable().meta({ description: "The community's handle" }),
  quote: z.string().nullable().meta({ description: 'The id of the post it quotes' }),
  poll: z.object({ choices: z.array(z.string()), multiple: z.boolean(), ends_at: z.string() }).nullable(),
  files: z.array(postFile),
  removed,
});

/** The account in `data/account.json`. */
export const archivedAccount = z.object({
  username: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  bio: z.string(),
  picture: path.nullable(),
  show_nsfw: z.boolean(),
  site_role: z.string().nullable(),
  keeps_usernames: z.boolean().meta({ description: 'Whether former usernames lead to it' }),
  username_changed_at: shapes.time.nullable(),
  created_at: shapes.time,
  activated_at: shapes.time.nullable(),
});

const reaction = z.object({
  kind: z.enum(['comment', 'message']),
  id: z.string(),
  emoji: z.string(),
  created_at: shapes.time,
});

/**
 * The files in `data`: each is an array with one item per line, or a single object if `single`. The title is for
 * people.
 */
export const archiveParts = {
  account: { title: 'Account', single: true, item: archivedAccount },
  settings: { title: 'Settings', single: true, item: z.record(z.string(), z.unknown()) },
  posts: { title: 'Posts', item: archivedPost },
  comments: {
    title: 'Comments',
    item: z.object({
      comment_id: shapes.id,
      post_id: shapes.id,
      reply_to: z.string().nullable(),
      created_at: shapes.time,
      edited_at: shapes.time.nullable(),
      content: z.string(),
      removed,
    }),
  },
  messages: {
    title: 'Messages you sent',
    item: z.object({
      message_id: z.string(),
      to: z.string().meta({ description: 'The channel, person or group, in words' }),
      created_at: shapes.time,
      edited_at: shapes.time.nullable(),
      content: z.string(),
      files: z.array(z.object({ path, type: z.string(), name: z.string().nullable() })),
      removed,
    }),
  },
  votes: { title: 'Votes', item: z.object({ post_id: shapes.id, vote: z.int() }) },
  poll_answers: {
    title: 'Answers to polls',
    item: z.object({ post_id: shapes.id, choices: z.array(z.int()).meta({ description: 'Their positions, from 0' }) }),
  },
  reactions: { title: 'Reactions', item: reaction },
  scheduled_posts: {
    title: 'Scheduled posts',
    item: z.object({
      created_at: shapes.time,
      publish_at: shapes.time,
      ...written,
      community: z.string().nullable(),
      quote: z.string().nullable(),
      poll: archivedPost.shape.poll,
      files: z.array(postFile),
      fault: z.string().nullable(),
    }),
  },
  bookmarks: {
    title: 'Bookmarks',
    item: z.object({ post_id: shapes.id.optional(), message_id: shapes.id.optional() }),
  },
  people: {
    title: 'People you follow, blocked or muted',
    item: z.object({ kind: z.enum(['follow', 'block', 'mute']), username: z.string() }),
  },
  communities: {
    title: 'Communities',
    item: z.object({
      handle: z.string(),
      name: z.string(),
      description: z.string(),
      visibility: z.string(),
      roles: z.array(z.string()),
      can_edit: z.boolean(),
    }),
  },
  invites: {
    title: 'Invites you made',
    item: z.object({
      invite_id: shapes.id,
      created_at: shapes.time,
      expires_at: shapes.time,
      uses_left: z.int(),
    }),
  },
  decisions: {
    title: 'Decisions about you',
    item: z.object({
      decision_id: shapes.id,
      created_at: shapes.time,
      action: z.string(),
      kind: z.string().nullable(),
      rule_text: z.string().nullable(),
      text: z.string(),
      until: shapes.time.nullable(),
      state: z.string(),
      appeal: z
        .object({ created_at: z.string(), text: z.string(), state: z.string(), answer: z.string().nullable() })
        .nullable(),
    }),
  },
  reports: {
    title: 'Your reports',
    item: z.object({
      report_id: shapes.id,
      created_at: shapes.time,
      kind: z.string(),
      reason: z.string(),
      text: z.string(),
    }),
  },
  sessions: {
    title: 'Where you were logged in',
    item: z.object({
      created_at: shapes.time,
      last_seen_at: shapes.time,
      device: z.string().nullable(),
      address: z.string().nullable(),
    }),
  },
  security_log: {
    title: 'Security log',
    item: z.object({
      entry_id: shapes.id,
      created_at: shapes.time,
      event: z.string(),
      device: z.string(),
      address: z.string(),
    }),
  },
  passkeys: {
    title: 'Passkeys',
    item: z.object({ name: z.string(), created_at: shapes.time, last_used_at: shapes.time.nullable() }),
  },
  known_browsers: {
    title: 'Browsers you logged in with',
    item: z.object({
      last_seen_at: shapes.time,
      has_returned: z.boolean().meta({ description: 'Whether it was used again after its first log-in' }),
    }),
  },
  former_usernames: {
    title: 'Former usernames',
    item: z.object({
      username: z.string(),
      expires_at: shapes.time.meta({ description: 'Until then it leads to you, and nobody else can take it' }),
    }),
  },
  notifications: {
    title: 'Notifications',
    item: z.object({
      notification_id: shapes.id,
      created_at: shapes.time,
      kind: notificationType,
      text: z.string().meta({ description: 'What happened, as a sentence' }),
      read: z.boolean(),
      url: z.string().meta({ description: 'The path it leads to' }),
    }),
  },
  chat_notifications: {
    title: 'Notifications of channels and conversations',
    item: z.object({
      chat: z.string().meta({ description: 'The channel, person or group, in words' }),
      notify: roomNotify,
      until: shapes.time.nullable().meta({ description: 'When it expires; null: never' }),
    }),
  },
  push_devices: {
    title: 'Devices that get notifications',
    item: z.object({ created_at: shapes.time, device: z.string().nullable() }),
  },
  media: {
    title: 'Files',
    item: z.object({ path, type: z.string(), bytes: z.int() }),
  },
} satisfies Record<string, { title: string; single?: true; item: z.ZodType }>;
export type ArchivePart = keyof typeof archiveParts;

/** The parts that the site's admins can download of somebody's data: nothing that only the person can see. */
export const partsForTeam: readonly ArchivePart[] = ['account', 'posts', 'comments', 'communities', 'media'];

/** An account in the admins' download: without the person's settings. */
export const accountForTeam = archivedAccount.omit({ show_nsfw: true, keeps_usernames: true });

/** The parts of an archive, and the shape of each part's items. */
export const partsOf = (isForTeam: boolean): [ArchivePart, { single: boolean; item: z.ZodType }][] =>
  (Object.entries(archiveParts) as [ArchivePart, { single?: true; item: z.ZodType }][])
    .filter(([part]) => !isForTeam || partsForTeam.includes(part))
    .map(([part, { single = false, item }]) => [
      part,
      { single, item: isForTeam && part === 'account' ? accountForTeam : item },
    ]);

/** `schema.json`: the format as a JSON Schema, by file name. */
export const archiveSchemas = (isForTeam = false): Record<string, unknown> =>
  Object.fromEntries([
    ['manifest.json', z.toJSONSchema(archiveManifest)],
    ...partsOf(isForTeam).map(([part, { single, item }]) => [
      `data/${part}.json`,
      z.toJSONSchema(single ? item : z.array(item)),
    ]),
  ]);
