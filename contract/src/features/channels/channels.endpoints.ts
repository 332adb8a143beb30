import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { codePoints, limits } from '../../platform/limits.ts';
import { messages as texts } from '../../platform/messages.ts';
import * as shapes from '../../platform/shapes.ts';
import { communityParams } from '../communities/communities.endpoints.ts';
import { history, historyQuery, message, messageForm, roomNotify } from '../rooms/messages.shapes.ts';

const tag = 'channels';

/** Whether a channel is for text or for voice. */
export const channelKind = z.enum(['text', 'voice']);

/**
 * `usable`: whether the caller has one of its roles. `read_id`: the caller has read everything up to this message, or joined the
 * community after it; `unread_id`: the newest message by others after that, null if there's none. Both are null if the channel isn't
 * usable. With `voice`, each has its `kind`, and voice channels have the `people` who are in one that the caller may use.
 */
export const channel = z
  .object({
    channel_id: shapes.id,
    community_id: shapes.id,
    name: z.string(),
    kind: channelKind.optional(),
    people: z.array(shapes.author).optional(),
    roles: z.array(shapes.id),
    topic: z.string(),
    /** The category that it's listed under; null: above all categories. */
    category: z.string().nullable(),
    /** Seconds that each person waits between messages; 0: no wait. */
    slow_mode: z.int(),
    /** When the caller may write again; null: now. */
    slow_until: shapes.time.nullable(),
    usable: z.boolean(),
    read_id: shapes.id.nullable(),
    unread_id: shapes.id.nullable(),
    /** What the caller wants to be notified about in this channel now. */
    notify: roomNotify,
  })
  .meta({ id: 'Channel' });
export type Channel = z.output<typeof channel>;

export const channelName = shapes.plain(
  shapes.text({
    required: texts.channelNameRequired,
    max: limits.channel.name.max,
    long: `A channel name should not be more than ${limits.channel.name.max} characters`,
  }),
  'Channel name',
);

const channelRoles = z
  .array(shapes.id, { error: texts.channelRolesRequired })
  .min(1, { error: texts.channelRolesRequired })
  .max(limits.role.perCommunity);

/** What a channel is about, shown above its messages; may be blank. */
export const channelTopic = z
  .string()
  .refine((value) => codePoints(value.trim()) <= limits.channel.topic.max, {
    error: `A topic should not be more than ${limits.channel.topic.max} characters`,
  })
  .refine(shapes.isStorable, { error: "The topic contains a character that can't be stored" });

/** The category that channels are listed under; blank is the same as null. */
export const channelCategory = shapes.plain(
  z.string().refine((value) => codePoints(value.trim()) <= limits.channel.category.max, {
    error: `A category should not be more than ${limits.channel.category.max} characters`,
  }),
  'Category',
);

const wrongSlowMode = `slow_mode must be a whole number of seconds from 0 to ${limits.channel.slowMode}`;

export const listChannels = endpoint({
  method: 'GET',
  path: '/v1/community/:handle/channels',
  tag,
  summary: "A community's channels in their order, with its voice channels if they're asked for; for its members",
  session: 'required',
  params: communityParams,
  query: z.object({ voice: z.stringbool().default(false) }),
  answer: { status: 200, body: z.object({ channels: z.array(channel) }) },
  errors: [404],
});

/** A channel with something new. `mentions`: how many of its unread messages mention the caller. Both stop at 100. */
export const unreadChannel = z.object({
  channel_id: shapes.id,
  community_id: shapes.id,
  community_handle: z.string(),
  unread: z.int(),
  mentions: z.int(),
});
export type UnreadChannel = z.output<typeof unreadChannel>;

/** A followed thread with something new, as `unreadChannel`. */
export const unreadThread = z.object({
  room_id: shapes.id,
  channel_id: shapes.id,
  unread: z.int(),
  mentions: z.int(),
});
export type UnreadThread = z.output<typeof unreadThread>;

/**
 * The counts behind every badge. `notifications`: unread ones, up to 100; `conversations`: how many have unread
 * messages; `total`: the sum of both and of the channels and followed threads that mention the caller. Muted rooms and
 * requests don't count.
 */
export const unreadCounts = z
  .object({
    notifications: z.int(),
    conversations: z.int(),
    channels: z.array(unreadChannel),
    /** Threads that the caller follows. */
    threads: z.array(unreadThread),
    total: z.int(),
  })
  .meta({ id: 'Unread' });
export type UnreadCounts = z.output<typeof unreadCounts>;

/** The counts behind every badge. */
export const readUnread = endpoint({
  method: 'GET',
  path: '/v1/unread',
  tag: 'notifications',
  summary: "What's unread for the caller: notifications, conversations, and the channels with something new",
  session: 'required',
  answer: { status: 200, body: unreadCounts },
});

export const createChannel = endpoint({
  method: 'POST',
  path: '/v1/community/:handle/channels',
  tag,
  summary: 'Create a text or voice channel for members with certain roles; requires channel:create',
  session: 'required',
  params: communityParams,
  body: z.object({ name: channelName, roles: channelRoles, kind: channelKind.optional() }),
  answer: { status: 201, body: z.object({ channel }) },
  errors: [404, 409, 422],
});

const channelParams = communityParams.extend({ channel_id: z.string() });
const wrongPosition = 'position must be a whole number from 0';

export const updateChannel = endpoint({
  method: 'PATCH',
  path: '/v1/community/:handle/channels/:channel_id',
  tag,
  summary:
    'Change a channel; position is its place in the list, from 0; slow_mode: seconds between two messages of one person. Requires channel:create',
  session: 'required',
  params: channelParams,
  body: z.object({
    name: channelName.optional(),
    roles: channelRoles.optional(),
    topic: channelTopic.optional(),
    category: channelCategory.nullable().optional(),
    slow_mode: z
      .int({ error: wrongSlowMode })
      .min(0, { error: wrongSlowMode })
      .max(limits.channel.slowMode, { error: wrongSlowMode })
      .optional(),
    position: z.int({ error: wrongPosition }).min(0, { error: wrongPosition }).optional(),
  }),
  answer: { status: 200, body: z.object({ channel }) },
  errors: [404, 409, 422],
});

export const deleteChannel = endpoint({
  method: 'DELETE',
  path: '/v1/community/:handle/channels/:channel_id',
  tag,
  summary: 'Delete a channel with its messages; requires channel:create',
  session: 'required',
  params: channelParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});

export const listChannelMessages = endpoint({
  method: 'GET',
  path: '/v1/channel/chats/:channel_id',
  tag,
  summary: "A page of a channel's messages; for members with one of its roles",
  session: 'required',
  params: z.object({ channel_id: z.string() }),
  query: historyQuery,
  answer: { status: 200, body: history },
  errors: [404],
});

export const markChannelRead = endpoint({
  method: 'POST',
  path: '/v1/channel/chats/:channel_id/read',
  tag,
  summary: "Mark all of a channel's messages up to this one as read, on all of the caller's devices",
  session: 'required',
  repeatable: true,
  params: z.object({ channel_id: z.string() }),
  body: z.object({ message_id: shapes.id }),
  answer: { status: 200, body: shapes.empty },
  errors: [404],
});

/**
 * Text, a picture, files, or any of these together; `conversation` is the id of the channel. Takes JSON as well as a form if there's no
 * picture and no file.
 */
export const sendChannelMessage = endpoint({
  method: 'POST',
  path: '/v1/channel/chats',
  tag,
  summary: 'Send a message to a channel; a retry with the same client_id returns the stored message',
  session: 'required',
  takesUploads: true,
  multipart: messageForm,
  answer: { status: 201, body: z.object({ message }) },
  errors: [404, 413, 415, 422, 507],
});
