import { z } from 'zod';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';
import { mediaProgress, mediaState, mediaUnplayable, mediaVariant, uploadIds } from '../media/media.shapes.ts';
import { reactions } from '../reactions/reactions.shapes.ts';
import { linkPreview, mentions } from '../rich-text/rich-text.shapes.ts';

/**
 * A message's sender; a deleted account is `{_id: null, username: "deleted_user", name: "Deleted User"}`. `name` is the username if
 * there's no other.
 */
export const sender = z
  .object({
    _id: shapes.id.nullable(),
    username: z.string(),
    name: z.string(),
    profile_path: z.string(),
  })
  .meta({ id: 'Sender' });
export type Sender = z.output<typeof sender>;

/** What's known about a message's picture before it loads. */
export const messageImage = z.object({
  width: z.number().int(),
  height: z.number().int(),
  placeholder: z.string().nullable(),
});

/**
 * A file sent with a message. `path` is below the media base; only people who can see the message can read it.
 * Pictures, videos and sounds are rewritten without metadata and can be shown; everything else always downloads, under
 * `name`. `type` is detected from the file's content, not taken from the sender.
 */
export const attachment = z
  .object({
    file_id: shapes.id,
    path: z.string(),
    name: z.string(),
    type: z.string().meta({ description: 'MIME type' }),
    size: z.int().meta({ description: 'Bytes' }),
    width: z.int().optional(),
    height: z.int().optional(),
    duration: z.number().optional().meta({ description: 'Seconds' }),
    state: mediaState.meta({
      description: "A video or sound can't be played while it's processing; messageChanged says when it can",
    }),
    progress: mediaProgress,
    unplayable: mediaUnplayable,
    placeholder: z.string().optional().meta({ description: 'A tiny picture as a data: address' }),
    poster: z.string().nullable().optional().meta({ description: 'The path of a still of a video' }),
    variants: z.array(mediaVariant).optional().meta({ description: 'Smaller versions of a picture' }),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.output<typeof attachment>;

/**
 * The message that a reply answers, as it is now: its first 140 characters, or none if it's `deleted` or `hidden` from
 * the viewer. A later change is only announced by that message's own `messageChanged`. `has_image`: it has a picture.
 * `has_attachments`: it has files.
 */
export const repliedMessage = z.object({
  _id: shapes.id,
  sender,
  message: z.string(),
  has_image: z.literal(true).optional(),
  has_attachments: z.literal(true).optional(),
  deleted: z.literal(true).optional(),
  hidden: z.literal(true).optional(),
});
export type RepliedMessage = z.output<typeof repliedMessage>;

/**
 * What happened in a room. The message's text is empty, except in `call` (a call that's over; these are in
 * conversations as well). `user` is the person it was about, only in `added` and `removed`; `name` is the new name,
 * only in `renamed`, null if it was taken away; `seconds` (since somebody answered) and `missed` (nobody did) are only
 * in `call`. Names are current.
 */
export const systemLine = z.object({
  kind: z.enum(['created', 'added', 'removed', 'left', 'renamed', 'picture', 'call']),
  actor: sender,
  user: sender.optional(),
  name: z.string().nullable().optional(),
  seconds: z.int().optional(),
  missed: z.boolean().optional(),
});
export type SystemLine = z.output<typeof systemLine>;

/**
 * A message in a channel or conversation; `conversation` is the id of either. Ids sort by creation, as text, and that's the order in
 * which everyone sees them. `imageUrl` is a path below the media base. `hidden`: the viewer has blocked its sender. `revision`: its
 * latest change; absent if it never changed. Revisions sort among each other and among ids by time, as text: of two versions of a
 * message, the one with the higher revision is newer.
 */
export const message = z
  .object({
    _id: shapes.id,
    conversation: shapes.id,
    sender,
    message: z.string(),
    imageUrl: z.string().nullable(),
    image: messageImage.nullable(),
    /** In the order in which they were sent. Missing in what a server of an earlier version sends. */
    attachments: z.array(attachment).optional(),
    createdAt: shapes.time,
    client_id: z.string().optional(),
    edited_at: shapes.time.nullable().optional(),
    reply_to: repliedMessage.nullable().optional(),
    reactions: reactions.optional(),
    revision: shapes.id.optional(),
    /** Who pinned it for everyone who reads the room, and when; `by` is null once their account is gone. */
    pinned: z.object({ by: shapes.author.nullable(), at: shapes.time }).nullable().optional(),
    /**
     * Its original author, if it's forwarded; `username` is null if the account is gone or the reader can't see it, and
     * in events.
     */
    forwarded: z.object({ username: z.string().nullable() }).nullable().optional(),
    /** The replies in a thread of their own, except deleted ones; the author of the latest comes first. */
    thread: z
      .object({
        room_id: shapes.id,
        reply_count: z.int(),
        last_at: shapes.time.nullable(),
        authors: z.array(shapes.author).max(limits.message.threadFaces),
      })
      .nullable()
      .optional(),
    mentions,
    /** Of its first link; `messageChanged` brings it within seconds after the message. */
    link: linkPreview.nullable().optional(),
    deleted: z.boolean().optional(),
    removed: shapes.removed.optional(),
    hidden: z.literal(true).optional(),
    /**
     * It reports an event in the room: in groups, and calls in conversations. It can't be answered, edited or reported.
     */
    system: systemLine.optional(),
  })
  .meta({ id: 'Message' });
export type Message = z.output<typeof message>;

/**
 * The room that a message is in, for somebody who reads it. `name`: the other person's in a conversation, null for a group that has none.
 * `channel_id`: a thread's channel.
 */
export const messageRoom = z
  .object({
    room_id: shapes.id,
    kind: z.enum(['conversation', 'group', 'channel', 'thread', 'voice']),
    name: z.string().nullable(),
    community_handle: z.string().nullable(),
    channel_id: shapes.id.nullable(),
  })
  .meta({ id: 'MessageRoom' });
export type MessageRoom = z.output<typeof messageRoom>;

/** A message in a list of several rooms'. */
export const messageInRoom = message.extend({ room: messageRoom }).meta({ id: 'MessageInRoom' });
export type MessageInRoom = z.output<typeof messageInRoom>;

/** A thread that somebody follows, with the message it's about as they see it. Both numbers stop at 100. */
export const followedThread = z
  .object({ room: messageRoom, message, unread: z.int(), mentions: z.int() })
  .meta({ id: 'FollowedThread' });
export type FollowedThread = z.output<typeof followedThread>;

/** What a person wants to be notified about in a room. */
export const roomNotify = z.enum(['all', 'mentions', 'none']);
export type RoomNotify = z.output<typeof roomNotify>;

/** What a person typed. Each kind of room checks for blank text itself, because a picture or a file alone is
 * enough. */
export const messageContent = z
  .string()
  .default('')
  .refine((value) => [...value].length <= limits.message.text, {
    error: `A message should not be more than ${limits.message.text} characters`,
  });

/** The form of a new message in a room; JSON if there's no picture and no file. */
export const messageForm = {
  fields: z.object({
    conversation: shapes.id,
    content: messageContent,
    client_id: shapes.clientId,
    /** The message that this one answers, from the same room; 422 for any other. */
    reply_to: shapes.id.optional(),
    /**
     * A message to forward, which the caller must be able to read. Its files are copied. `content` must be empty and no
     * files sent: 422 otherwise.
     */
    forward: shapes.id.optional(),
    uploads: uploadIds.optional(),
  }),
  /** 422 for one too many. `image` is the picture as older clients send it. */
  files: { image: { max: 1 }, files: { max: limits.message.files } },
  json: true,
} as const;

/**
 * A page of messages: the newest 100, the 100 before `before`, or up to 100 that came after `after`. `changed_since`: instead those that
 * changed after a revision (edited, deleted, removed, restored, reacted to), in the order in which they did.
 */
export const historyQuery = z.object({
  before: shapes.id.optional(),
  after: shapes.id.optional(),
  changed_since: shapes.id.optional(),
  size: shapes.size(limits.message.history, limits.message.history),
  /** Whether reading a conversation's newest page marks it as read. */
  mark: z.stringbool().default(true),
});

/**
 * Oldest first. `revision`: this page has all changes of the room up to it, so a client that was away asks for those after the one it
 * has. With `changed_since`, a full page may not be all: ask again with its `revision`.
 */
export const history = z.object({ messages: z.array(message), revision: shapes.id.optional() });
