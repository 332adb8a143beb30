import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';
import { reactionsAnswer, reactorsAnswer } from '../reactions/reactions.shapes.ts';
import { followedThread, message, messageContent, messageRoom, roomNotify } from './messages.shapes.ts';

const tag = 'messages';

/** A message of any room that the caller can read. */
export const messageParams = z.object({ message_id: z.string() });

export const getMessage = endpoint({
  method: 'GET',
  path: '/v1/messages/:message_id',
  tag,
  summary: 'A message, the room it is in, and whether the caller saved it; marks nothing as read',
  session: 'required',
  params: messageParams,
  answer: { status: 200, body: z.object({ message, room: messageRoom, saved: z.boolean() }) },
  errors: [404],
});

export const editMessage = endpoint({
  method: 'PATCH',
  path: '/v1/messages/:message_id',
  tag,
  summary: 'Change the text of a message; its author only. Sets edited_at, unless the text stays the same',
  session: 'required',
  repeatable: true,
  params: messageParams,
  body: z.object({ content: messageContent }),
  answer: { status: 200, body: z.object({ message }) },
  errors: [404, 422],
});

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/v1/messages/:message_id',
  tag,
  summary:
    "Delete a message for everyone: it stays in its place as deleted, and its picture is gone. Its author's, and in a channel also for holders of ban:users, who remove it",
  session: 'required',
  repeatable: true,
  params: messageParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});

export const startThread = endpoint({
  method: 'PUT',
  path: '/v1/messages/:message_id/thread',
  tag,
  summary: "The thread of a channel's message, made if there's none (201); its rights are its channel's",
  session: 'required',
  repeatable: true,
  params: messageParams,
  answer: { status: 201, body: z.object({ room: messageRoom }) },
  existing: true,
  errors: [404, 422],
});

export const followThread = endpoint({
  method: 'PUT',
  path: '/v1/rooms/:room_id/follow',
  tag,
  summary: "Follow a thread: what's unread in it counts. Writing in one does the same",
  session: 'required',
  repeatable: true,
  params: z.object({ room_id: z.string() }),
  answer: { status: 200, body: z.object({ following: z.boolean() }) },
  errors: [404, 422],
});

export const unfollowThread = endpoint({
  method: 'DELETE',
  path: '/v1/rooms/:room_id/follow',
  tag,
  summary: 'Stop following a thread',
  session: 'required',
  repeatable: true,
  params: z.object({ room_id: z.string() }),
  answer: { status: 200, body: z.object({ following: z.boolean() }) },
  errors: [404, 422],
});

export const listThreads = endpoint({
  method: 'GET',
  path: '/v1/threads',
  tag,
  summary: 'The threads that the caller follows and can read, the last active first; before is next',
  session: 'required',
  query: shapes.page,
  answer: { status: 200, body: z.object({ threads: z.array(followedThread), next: shapes.id.nullable() }) },
});

export const getThread = endpoint({
  method: 'GET',
  path: '/v1/threads/:room_id',
  tag,
  summary: 'A thread with the message it is about, and whether the caller follows it',
  session: 'required',
  params: z.object({ room_id: z.string() }),
  answer: { status: 200, body: z.object({ thread: followedThread.extend({ following: z.boolean() }) }) },
  errors: [404],
});

export const pinMessage = endpoint({
  method: 'PUT',
  path: '/v1/messages/:message_id/pin',
  tag,
  summary: `Pin a message for everyone who reads its room, at most ${limits.message.pins} a room; in a channel for holders of channel:create or ban:users`,
  session: 'required',
  repeatable: true,
  params: messageParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});

export const unpinMessage = endpoint({
  method: 'DELETE',
  path: '/v1/messages/:message_id/pin',
  tag,
  summary: 'Unpin a message, for those who may pin it',
  session: 'required',
  repeatable: true,
  params: messageParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});

/** Those that were deleted or removed are left out. */
export const listPins = endpoint({
  method: 'GET',
  path: '/v1/rooms/:room_id/pins',
  tag,
  summary: 'The pinned messages of a room, the one pinned last first',
  session: 'required',
  params: z.object({ room_id: z.string() }),
  answer: { status: 200, body: z.object({ messages: z.array(message) }) },
  errors: [404],
});

export const bookmarkMessage = endpoint({
  method: 'PUT',
  path: '/v1/messages/:message_id/bookmark',
  tag,
  summary: 'Save a message to find it again; nobody else sees that',
  session: 'required',
  repeatable: true,
  params: messageParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});

export const removeMessageBookmark = endpoint({
  method: 'DELETE',
  path: '/v1/messages/:message_id/bookmark',
  tag,
  summary: 'Remove a message from the saved ones',
  session: 'required',
  repeatable: true,
  params: messageParams,
  answer: { status: 200, body: shapes.empty },
});

/** `revision` is the message's, as in `Message`: the client keeps whichever state has the higher one. */
const messageReactionsAnswer = reactionsAnswer.extend({ revision: shapes.id });

/** `emoji` is percent-encoded, fully qualified, and a single one: 422 otherwise. */
const reactionParams = messageParams.extend({ emoji: z.string() });

export const addMessageReaction = endpoint({
  method: 'PUT',
  path: '/v1/messages/:message_id/reactions/:emoji',
  tag,
  summary: `React to a message; a message has at most ${limits.reaction.kinds} kinds of reactions`,
  session: 'required',
  repeatable: true,
  params: reactionParams,
  answer: { status: 200, body: messageReactionsAnswer },
  errors: [404, 422],
});

export const removeMessageReaction = endpoint({
  method: 'DELETE',
  path: '/v1/messages/:message_id/reactions/:emoji',
  tag,
  summary: "Take back one of the caller's reactions",
  session: 'required',
  repeatable: true,
  params: reactionParams,
  answer: { status: 200, body: messageReactionsAnswer },
  errors: [404, 422],
});

export const listMessageReactions = endpoint({
  method: 'GET',
  path: '/v1/messages/:message_id/reactions',
  tag,
  summary: `Who has reacted to a message with what, at most ${limits.reaction.users} people for each emoji`,
  session: 'required',
  params: messageParams,
  answer: { status: 200, body: reactorsAnswer },
  errors: [404],
});

/** Oldest first; `has_earlier` and `has_later`: there are more in that direction. */
export const messagesAround = endpoint({
  method: 'GET',
  path: '/v1/messages/:message_id/around',
  tag,
  summary: 'A message and those around it, at most size, for a jump to it; marks nothing as read',
  session: 'required',
  params: messageParams,
  query: z.object({ size: shapes.size(limits.message.around, limits.message.history) }),
  answer: {
    status: 200,
    body: z.object({
      messages: z.array(message),
      has_earlier: z.boolean(),
      has_later: z.boolean(),
      revision: shapes.id,
    }),
  },
  errors: [404],
});

export const setRoomNotify = endpoint({
  method: 'PUT',
  path: '/v1/rooms/:room_id/notify',
  tag: 'notifications',
  summary: 'Choose how much of a conversation or channel to be notified of, for good or until a time',
  session: 'required',
  repeatable: true,
  params: z.object({ room_id: z.string() }),
  body: z.object({
    notify: roomNotify,
    until: z.iso.datetime({ offset: true, error: 'Write a date and a time in ISO 8601' }).nullish(),
  }),
  answer: { status: 200, body: z.object({ notify: roomNotify }) },
  errors: [404],
});

export const setRoomRead = endpoint({
  method: 'PUT',
  path: '/v1/rooms/:room_id/read',
  tag: 'messages',
  summary:
    "Choose up to which message a conversation or channel is read: what came later is unread, for the caller's devices alone",
  session: 'required',
  repeatable: true,
  params: z.object({ room_id: z.string() }),
  /** The newest message that stays read; null: all of them become unread. */
  body: z.object({ up_to: shapes.id.nullable() }),
  answer: { status: 200, body: z.object({ unread: z.number().int() }) },
  errors: [404],
});
