import { sendChannelMessage } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { sendMessage } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { addMessageReaction, editMessage } from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import type { Client } from './api.ts';
import { readAttachment } from './files.ts';
import { clientOf, type Residents } from './find.ts';
import { firstVersionOf, mediaOf } from './publish.ts';
import type { Line } from './world-data.ts';

/** Where people talk: a conversation, a group or a channel. */
export interface Room {
  id: string;
  kind: 'conversation' | 'channel';
  /** Everyone in it. */
  people: readonly string[];
}

interface Stored {
  _id: string;
  sender: { username: string };
  message: string;
  client_id?: string | undefined;
}

/** Identifies a line, so that nothing is sent twice after an interruption. */
const attemptOf = ({ id }: Room, place: number): string => `demo-${id}-${place}`;

/** Finds a line that was already sent: by its client id, or, for messages from an earlier version of the demo world, by author and text. */
function findSaid(stored: readonly Stored[]) {
  const attempts = new Map(stored.map(({ _id, client_id }) => [client_id, _id]));
  const texts = new Map(stored.map(({ _id, sender, message }) => [`${sender.username}: ${message}`, _id]));
  return (room: Room, place: number, [by, text]: Line) =>
    attempts.get(attemptOf(room, place)) ?? (text === '' ? undefined : texts.get(`${by}: ${text}`));
}

const reactions = ['❤️', '😂', '👍', '🎉'];

/**
 * Has people say their lines, in order, as far as they haven't been said. Now and then somebody answers a message itself, reacts to it,
 * or has second thoughts about a word.
 * @param stored what has been said already
 * @returns the ids of all lines' messages, and whether there was anything left to say
 */
export async function speak(residents: Residents, room: Room, lines: readonly Line[], stored: readonly Stored[]) {
  const find = findSaid(stored);
  const ids: string[] = [];
  let changed = false;
  for (const [place, line] of lines.entries()) {
    const [by, text] = line;
    const said = find(room, place, line);
    ids.push(said ?? (await say(clientOf(residents, by), room, { line, place, answers: answeredBy(lines, ids) })));
    if (said !== undefined) continue;
    changed = true;
    const message_id = ids[place] ?? '';
    if (isRevised(place) && firstVersionOf(text) !== text)
      await clientOf(residents, by).call(editMessage, { params: { message_id }, body: { content: text } });
    if (place % 4 !== 1) continue;
    const readers = room.people.filter((username) => username !== by);
    const reader = readers[place % readers.length];
    const emoji = reactions[place % reactions.length] ?? '👍';
    if (reader !== undefined)
      await clientOf(residents, reader).call(addMessageReaction, { params: { message_id, emoji } });
  }
  return { ids, changed };
}

const isRevised = (place: number) => place % 8 === 3;

/** The message that the next line answers, if somebody else has written it. */
function answeredBy(lines: readonly Line[], ids: readonly string[]): string | undefined {
  const place = ids.length;
  return place % 6 === 4 && lines[place - 1]?.[0] !== lines[place]?.[0] ? ids[place - 1] : undefined;
}

interface Saying {
  line: Line;
  place: number;
  answers: string | undefined;
}

async function say(client: Client, room: Room, { line, place, answers }: Saying): Promise<string> {
  const [, text, media] = line;
  const form = new FormData();
  form.set('conversation', room.id);
  form.set('content', isRevised(place) ? firstVersionOf(text) : text);
  form.set('client_id', attemptOf(room, place));
  if (answers !== undefined) form.set('reply_to', answers);
  for (const each of media === undefined ? [] : mediaOf({ media })) {
    const { name, blob } = await readAttachment(each);
    form.append('files', blob, name);
  }
  const { message } = await client.call(room.kind === 'channel' ? sendChannelMessage : sendMessage, { form });
  return message._id;
}
