import { listChannelMessages } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import {
  bookmarkMessage,
  listPins,
  pinMessage,
  startThread,
} from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import { listBookmarks } from '@hubbub/contract/features/search/search.endpoints.ts';
import type { Client } from './api.ts';
import { clientOf, type Residents } from './find.ts';
import { speak } from './speak.ts';
import { type DemoChannel, type Line, lineOf } from './world-data.ts';

/**
 * Says what's missing in a channel and its threads, in order; then its creator pins what the plan says, and somebody saves messages.
 * @returns whether anything was missing
 */
export async function discuss(
  residents: Residents,
  creator: Client,
  id: string,
  { said, threads = [], pinned, saved }: DemoChannel,
): Promise<boolean> {
  const { ids, changed } = await say(residents, creator, id, said);
  const all = [changed];
  for (const { about, said: replies } of threads) {
    const { room } = await creator.call(startThread, { params: { message_id: ids[about] ?? '' } });
    all.push((await say(residents, creator, room.room_id, replies)).changed);
  }
  if (pinned !== undefined) all.push(await pin(creator, id, ids[pinned] ?? ''));
  if (saved !== undefined) {
    const places = saved.lines.map((place) => ids[place] ?? '');
    all.push(await save(clientOf(residents, saved.by), places));
  }
  return all.includes(true);
}

/** Sends the missing messages in order. */
async function say(residents: Residents, reader: Client, id: string, said: readonly (string | Line)[]) {
  const { messages } = await reader.call(listChannelMessages, { params: { channel_id: id }, query: {} });
  const lines = said.map(lineOf);
  const people = [...new Set(lines.map(([by]) => by))];
  return await speak(residents, { id, kind: 'channel', people }, lines, messages);
}

/** Pins a message, unless something is pinned already. */
async function pin(creator: Client, room_id: string, message_id: string): Promise<boolean> {
  const { messages } = await creator.call(listPins, { params: { room_id } });
  if (messages.length > 0) return false;
  await creator.call(pinMessage, { params: { message_id } });
  return true;
}

/** Saves messages for somebody who hasn't saved any. */
async function save(client: Client, ids: readonly string[]): Promise<boolean> {
  const { messages = [] } = await client.call(listBookmarks, { query: { in: 'messages' } });
  if (messages.length > 0) return false;
  for (const message_id of ids) await client.call(bookmarkMessage, { params: { message_id } });
  return true;
}
