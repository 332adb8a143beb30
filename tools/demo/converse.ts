import {
  listConversations,
  listMessages,
  markConversationRead,
  openConversation,
  sendMessage,
} from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { addMessageReaction, editMessage } from '@hubbub/contract/features/messages/messages.endpoints.ts';
import type { Client } from './api.ts';
import { readAttachment } from './files.ts';
import { clientOf, type Residents } from './find.ts';
import type { Line, Talk } from './posts/talks.ts';
import { firstVersionOf } from './publish.ts';

const beforeAll = '0'.repeat(16);

/**
 * Has two people exchange the planned messages; those already sent stay. Requests mark nothing as read.
 * @returns whether there was anything left to say
 */
export async function converse(residents: Residents, { between, lines, unreadBy }: Talk): Promise<boolean> {
  const as = (username: string) => clientOf(residents, username);
  const [one, other] = between;
  const known = (await conversationWith(as(one), other)) ?? (await conversationWith(as(other), one));
  const id = known ?? (await as(one).call(openConversation, { body: { username: other } })).newConversation._id;
  const said = await Promise.all(between.map((username) => messagesOf(as(username), id)));
  const heard = said.reduce((most, messages) => (messages.length > most.length ? messages : most), []);
  const rest = lines.slice(heard.length);
  let last = heard.at(-1)?._id;
  for (const line of rest) {
    const place = lines.indexOf(line);
    // Now and then somebody answers a message itself, and has second thoughts about a word.
    const answers = place % 6 === 4 && lines[place - 1]?.[0] !== line[0] ? last : undefined;
    const { message } = await say(as(line[0]), { id, place, answers }, line);
    last = message._id;
    if (place % 8 === 3) await revise(as(line[0]), message._id, line);
    const reader = line[0] === one ? other : one;
    if (place % 4 === 1) await react(as(reader), message._id, place);
    // Whoever answers later has read it; only the last messages may be unread.
    const isRead = reader !== unreadBy || lines.slice(place).some(([by]) => by === reader);
    if (!isRead) continue;
    await as(reader).call(markConversationRead, { params: { conversation_id: id }, body: { message_id: message._id } });
  }
  return rest.length > 0;
}

interface Place {
  /** The conversation's id. */
  id: string;
  place: number;
  /** The message that this one answers. */
  answers: string | undefined;
}

async function say(client: Client, { id, place, answers }: Place, line: Line) {
  const [by, text, picture] = line;
  const form = new FormData();
  form.set('conversation', id);
  form.set('content', place % 8 === 3 ? firstVersionOf(text) : text);
  if (answers !== undefined) form.set('reply_to', answers);
  // After an interruption and a restart, nothing is said twice.
  form.set('client_id', `demo-${by}-${place}`);
  if (picture !== undefined) {
    const { name, blob } = await readAttachment(picture);
    form.set('image', blob, name);
  }
  return await client.call(sendMessage, { form });
}

async function revise(client: Client, messageId: string, [, text]: Line): Promise<void> {
  if (firstVersionOf(text) !== text)
    await client.call(editMessage, { params: { message_id: messageId }, body: { content: text } });
}

const reactions = ['❤️', '😂', '👍', '🎉'];

async function react(client: Client, messageId: string, place: number): Promise<void> {
  const emoji = reactions[place % reactions.length] ?? '👍';
  await client.call(addMessageReaction, { params: { message_id: messageId, emoji } });
}

async function conversationWith(client: Client, username: string): Promise<string | undefined> {
  const { conversations } = await client.call(listConversations, { query: {} });
  return conversations.find(({ members }) => members.some((member) => member.username === username))?._id;
}

const messagesOf = async (client: Client, id: string) =>
  (await client.call(listMessages, { params: { conversation_id: id }, query: { after: beforeAll } })).messages;
