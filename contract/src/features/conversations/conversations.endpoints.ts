import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { codePoints, limits } from '../../platform/limits.ts';
import { messages as texts } from '../../platform/messages.ts';
import * as shapes from '../../platform/shapes.ts';
import { conversation } from '../rooms/conversation.shapes.ts';
import { history, historyQuery, message, messageForm } from '../rooms/messages.shapes.ts';

export { type Conversation, type ConversationMember, conversation } from '../rooms/conversation.shapes.ts';

const tag = 'conversations';

/** A group's name as typed; if blank, the group is called by its members' names. */
const groupName = z.string().refine((value) => codePoints(value.trim()) <= limits.group.name.max, {
  error: `A group's name can have at most ${limits.group.name.max} characters`,
});

export const conversationParams = z.object({ conversation_id: z.string() });

export const listConversations = endpoint({
  method: 'GET',
  path: '/v1/conversations',
  tag,
  summary: "The caller's conversations, latest activity first, a page at a time; next is the before of the next page",
  session: 'required',
  query: z.object({
    size: shapes.size(limits.page.conversations, limits.page.conversations),
    before: z.string().optional(),
    /** Whether groups are listed, too, with their members' `read_id` and `online` left null. */
    groups: z.stringbool().default(false),
  }),
  answer: { status: 200, body: z.object({ conversations: z.array(conversation), next: z.string().nullable() }) },
});

export const openConversation = endpoint({
  method: 'POST',
  path: '/v1/conversations',
  tag,
  summary:
    "The conversation with a person: the existing one, or a new one that the other doesn't see until the first message. With usernames a new group, which its members see right away",
  session: 'required',
  repeatable: true,
  body: z
    .object({
      username: z.string().trim().optional(),
      usernames: z.array(shapes.entry(limits.username.max)).max(limits.group.members.max).optional(),
      name: groupName.optional(),
    })
    .refine(({ username, usernames }) => usernames !== undefined || (username !== undefined && username !== ''), {
      error: texts.usernameRequired,
      path: ['username'],
    }),
  answer: { status: 200, body: z.object({ newConversation: conversation }) },
  errors: [404, 422],
});

export const readConversation = endpoint({
  method: 'GET',
  path: '/v1/conversations/:conversation_id',
  tag,
  summary: "One of the caller's conversations",
  session: 'required',
  params: conversationParams,
  answer: { status: 200, body: z.object({ conversation }) },
  errors: [404],
});

export const markConversationRead = endpoint({
  method: 'POST',
  path: '/v1/conversations/:conversation_id/read',
  tag,
  summary: "Mark all messages up to this one as read, on all of the caller's devices",
  session: 'required',
  repeatable: true,
  params: conversationParams,
  body: z.object({ message_id: shapes.id }),
  answer: { status: 200, body: z.object({ unread: z.number().int() }) },
  errors: [404],
});

export const acceptConversation = endpoint({
  method: 'POST',
  path: '/v1/conversations/:conversation_id/accept',
  tag,
  summary: "Accept a message request: from then on it's a conversation like any other. Answering it does the same",
  session: 'required',
  repeatable: true,
  params: conversationParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404],
});

export const deleteConversation = endpoint({
  method: 'DELETE',
  path: '/v1/conversations/:conversation_id',
  aliases: ['/api/conversation/delete-conversation/:conversation_id'],
  tag,
  summary:
    'Delete a conversation for the caller; the other person keeps it, and a new message brings it back with what follows. A group is left',
  session: 'required',
  repeatable: true,
  params: conversationParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404],
});

/**
 * In groups, every member may rename it, change its picture and add people, up to 32; only the owner removes others;
 * everyone can leave. When the owner leaves, the longest-standing member becomes the owner; when the last member
 * leaves, the group is deleted. New members see only messages sent after they joined; former members see nothing: 404.
 */
export const updateGroup = endpoint({
  method: 'PATCH',
  path: '/v1/conversations/:conversation_id',
  tag,
  summary: "Change a group's name and picture; any member",
  session: 'required',
  repeatable: true,
  params: conversationParams,
  multipart: {
    fields: z.object({ name: groupName.optional(), removedProfile: shapes.yesOrNo.default(false) }),
    files: { profile_pic: { max: 1 } },
    json: true,
  },
  answer: { status: 200, body: z.object({ conversation }) },
  errors: [404, 413, 415, 422, 507],
});

const groupMemberParams = conversationParams.extend({ username: z.string() });

export const addGroupMember = endpoint({
  method: 'PUT',
  path: '/v1/conversations/:conversation_id/members/:username',
  tag,
  summary:
    "Add somebody to a group; any member. 422 for a full group, and for people who don't take messages from the caller right away",
  session: 'required',
  repeatable: true,
  params: groupMemberParams,
  answer: { status: 200, body: z.object({ conversation }) },
  errors: [404, 422],
});

export const removeGroupMember = endpoint({
  method: 'DELETE',
  path: '/v1/conversations/:conversation_id/members/:username',
  tag,
  summary: 'Leave a group, or remove somebody from it; its owner. Whoever is out already stays out',
  session: 'required',
  repeatable: true,
  params: groupMemberParams,
  answer: { status: 200, body: shapes.empty },
  errors: [404, 422],
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/v1/chats/:conversation_id',
  tag,
  summary: "A page of a conversation's messages; reading the newest page marks it as read",
  session: 'required',
  params: conversationParams,
  query: historyQuery,
  answer: { status: 200, body: history },
  errors: [404],
});

/** Text, a picture, files, or any of these together. Takes JSON as well as a form if there's no picture and no file. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/v1/chats',
  tag,
  summary:
    'Send a message; a retry with the same client_id returns the stored message. 422 if the other person deleted their account',
  session: 'required',
  takesUploads: true,
  multipart: messageForm,
  answer: { status: 201, body: z.object({ message }) },
  errors: [404, 413, 415, 422, 507],
});
