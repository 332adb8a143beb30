import {
  addGroupMember,
  type Conversation,
  listConversations,
  listMessages,
  markConversationRead,
  openConversation,
  updateGroup,
} from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { declineCall, startCall } from '@hubbub/contract/features/meetings/calls.endpoints.ts';
import { ApiError, type Client } from './api.ts';
import { readAttachment } from './files.ts';
import { clientOf, type Residents } from './find.ts';
import { type Room, speak } from './speak.ts';
import type { DemoGroup, Line, Talk } from './world-data.ts';

const beforeAll = '0'.repeat(16);

/**
 * Has two people exchange the planned messages; those already sent stay. Requests mark nothing as read.
 * @returns whether there was anything left to say
 */
export async function converse(residents: Residents, talk: Talk): Promise<boolean> {
  const { between, lines, unreadBy, missedCallBy } = talk;
  const as = (username: string) => clientOf(residents, username);
  const [one, other] = between;
  const known = (await conversationWith(as(one), other)) ?? (await conversationWith(as(other), one));
  const id = known ?? (await as(one).call(openConversation, { body: { username: other } })).newConversation._id;
  // One of them may have deleted the conversation.
  const stored = (await Promise.all(between.map((username) => messagesOf(as(username), id)))).flat();
  const room: Room = { id, kind: 'conversation', people: between };
  const { ids, changed } = await speak(residents, room, lines, stored);
  if (changed) await markRead(residents, room, { lines, ids, unreadBy });
  const isMissing = missedCallBy !== undefined && !stored.some(({ system }) => system?.kind === 'call');
  const called = isMissing && (await callInVain(residents, room, missedCallBy));
  return changed || called;
}

/** Somebody calls, and the others decline. @returns whether they could: a site may hold its meetings elsewhere */
async function callInVain(residents: Residents, { id, people }: Room, by: string): Promise<boolean> {
  try {
    const { call } = await clientOf(residents, by).call(startCall, { params: { room_id: id } });
    const params = { call_id: call.call_id };
    for (const username of people)
      if (username !== by) await clientOf(residents, username).call(declineCall, { params, body: {} });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return false;
    throw error;
  }
}

/**
 * Has people talk in a group, which one of them makes if it isn't there.
 * @returns whether anything was missing
 */
export async function gatherGroup(residents: Residents, plan: DemoGroup): Promise<boolean> {
  const { by, members, lines, joins } = plan;
  const maker = clientOf(residents, by);
  const invite = (inviter: string, username: string) =>
    converse(residents, { between: [inviter, username], lines: [[inviter, plan.invite]] });
  const known = await groupOf(maker, plan);
  if (!known) for (const username of members) await invite(by, username);
  const group = known ?? (await makeGroup(maker, plan));
  const room: Room = { id: group._id, kind: 'conversation', people: [by, ...members] };
  const stored = await messagesOf(maker, group._id);
  // Whoever joins later reads only what's said from then on.
  const before = await speak(residents, room, lines.slice(0, joins?.before), stored);
  const joined = joins !== undefined && !hasMember(group, joins.username);
  if (joined) {
    await invite(joins.by, joins.username);
    const params = { conversation_id: group._id, username: joins.username };
    await clientOf(residents, joins.by).call(addGroupMember, { params });
  }
  const { ids, changed } = await speak(residents, room, lines, [...stored, ...(await messagesOf(maker, group._id))]);
  if (changed || before.changed) await markRead(residents, room, { lines, ids, unreadBy: plan.unreadBy });
  return known === undefined || before.changed || joined || changed;
}

async function makeGroup(maker: Client, { members, name, picture }: DemoGroup): Promise<Conversation> {
  const body = { usernames: [...members], ...(name !== undefined && { name }) };
  const { newConversation } = await maker.call(openConversation, { body });
  if (picture === undefined) return newConversation;
  const form = new FormData();
  const { name: file, blob } = await readAttachment(picture);
  form.set('profile_pic', blob, file);
  return (await maker.call(updateGroup, { params: { conversation_id: newConversation._id }, form })).conversation;
}

const hasMember = ({ members }: Conversation, username: string) =>
  members.some((member) => member.username === username);

/** A group has the planned members, whatever it's called by now. */
async function groupOf(maker: Client, { members }: DemoGroup): Promise<Conversation | undefined> {
  const { conversations } = await maker.call(listConversations, { query: { groups: 'true' } });
  return conversations.find((one) => one.is_group && members.every((username) => hasMember(one, username)));
}

interface Said {
  lines: readonly Line[];
  /** Of the lines' messages. */
  ids: readonly string[];
  unreadBy: string | undefined;
}

/** Marks everything as read for everyone, except for `unreadBy`, who has read up to their own last message. */
async function markRead(residents: Residents, { id, people }: Room, { lines, ids, unreadBy }: Said): Promise<void> {
  for (const username of people) {
    const read = username === unreadBy ? lines.findLastIndex(([by]) => by === username) : lines.length - 1;
    const message_id = ids[read];
    if (message_id === undefined) continue;
    const params = { conversation_id: id };
    await clientOf(residents, username).call(markConversationRead, { params, body: { message_id } });
  }
}

async function conversationWith(client: Client, username: string): Promise<string | undefined> {
  const { conversations } = await client.call(listConversations, { query: {} });
  return conversations.find((one) => hasMember(one, username))?._id;
}

const messagesOf = async (client: Client, id: string) =>
  (await client.call(listMessages, { params: { conversation_id: id }, query: { after: beforeAll, mark: 'false' } }))
    .messages;
