import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { ConversationChange } from '@hubbub/contract/features/messages/messages.events.ts';
import {
  type ChangeableRooms,
  messageIdOf,
  openRooms,
  type Rooms,
  type TypingRooms,
} from '#features/messages/public.ts';
import type { LookedAt } from '#features/presence/public.ts';
import { findShowing } from '#features/relations/public.ts';
import { answerWith, orNotFound, type SessionAnswer } from '#platform/database/session-statement.ts';
import { goneOrHidden, notFound } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { groupsPrefix, JsonText } from '#platform/realtime/realtime.ts';
import type { ListPlace } from './conversations.rules.ts';
import {
  findMates,
  findMembers,
  type GroupReadRow,
  groupRooms,
  markGroupRead,
  markGroupReadBy,
  readGroup,
  readGroups,
} from './groups.queries.ts';
import { viewGroup } from './groups.view.ts';

export const noGroup = "Group not found, or you're not in it.";

/** The prefix of the rooms of sockets that show a group. */
export const groupPrefix = 'group:';
export const roomOfGroup = (id: string): string => groupPrefix + id.toLowerCase();

const idOf = (id: string) => (isId(id) ? id.toLowerCase() : noId);

/** A page of the caller's groups, and one more if there are more, each with its place in their list. */
export async function listGroups(
  { db }: Platform,
  tokenHash: Buffer,
  { size, place }: { size: number; place: ListPlace },
): Promise<{ id: string; microseconds: number; view: Conversation }[]> {
  const row = await readGroups(size)(db.hot, tokenHash, { ...place });
  return (row?.groups ?? []).map((group) => ({
    id: group.id,
    microseconds: group.microseconds,
    view: viewGroup(group, row?.user_id ?? noId),
  }));
}

/** One of the caller's groups. @throws {HttpError} 404 */
export async function getGroup(
  { db }: Platform,
  tokenHash: Buffer,
  id: string,
): Promise<SessionAnswer<{ conversation: Conversation }>> {
  return answerWith(await readGroup(db.hot, tokenHash, { id: idOf(id) }), ({ groups: [one], user_id }) => ({
    conversation: viewGroup(orNotFound(one, noGroup), user_id),
  }));
}

/** Marks a group's messages up to one as read. Undefined without a session. @throws {HttpError} 404 for whoever isn't in it */
export async function markRead(
  platform: Platform,
  tokenHash: Buffer,
  { id, messageId }: { id: string; messageId: number },
): Promise<SessionAnswer<{ unread: number }>> {
  const row = await markGroupRead(platform.db.writes, tokenHash, { id: idOf(id), messageId });
  return row && { body: { unread: tellRead(platform, idOf(id), row) }, userId: row.user_id, stale: row.stale };
}

/** A member shows a group, so all of it is read. @throws {HttpError} 404 */
export async function markAllRead(platform: Platform, userId: string, id: string): Promise<void> {
  const newest = { id: idOf(id), messageId: Number.MAX_SAFE_INTEGER };
  const row = await markGroupReadBy(platform.db.writes, userId, newest);
  if (!row) throw notFound(noGroup);
  tellRead(platform, idOf(id), row);
}

/** Tells the reader's devices, and the members who see what they've read. @returns how much is left */
function tellRead({ realtime }: Platform, conversation: string, row: GroupReadRow): number {
  const { user_id, is_member, unread, last_id, read_id, told, username } = row;
  if (!is_member) throw goneOrHidden(row, noGroup);
  if (read_id === null) return unread;
  const change: ConversationChange = { conversation, changed: 'read', unread, last_message_id: messageIdOf(last_id) };
  realtime.toMembers([user_id], undefined, 'conversationChanged', change);
  const read = { conversation, username, message_id: messageIdOf(read_id) };
  realtime.toMembers(told, undefined, 'readChanged', read);
  return unread;
}

/** Opens groups for messages. Once per process. */
export function openGroups(platform: Platform): Rooms {
  const { db, realtime } = platform;
  const rooms = openRooms(platform, {
    sql: groupRooms,
    notFoundMessage: noGroup,
    deliver: ({ roomId, json, order, senderId, quotes, extra }) =>
      realtime.toMembers(
        extra as string[],
        roomOfGroup(roomId),
        'receiveMessage',
        new JsonText(json),
        order,
        senderId,
        {
          quotes,
        },
      ),
  });
  return {
    ...rooms,
    async history(tokenHash, page) {
      const isOpening = [page.before, page.after, page.changed_since].every((place) => place === undefined);
      // Marked before the page is read, so that nothing that arrives later counts as read.
      if (isOpening && page.mark !== false) {
        const newest = { id: idOf(page.roomId), messageId: Number.MAX_SAFE_INTEGER };
        const row = await markGroupRead(db.writes, tokenHash, newest);
        if (!row) return undefined;
        tellRead(platform, newest.id, row);
      }
      return await rooms.history(tokenHash, page);
    },
  };
}

/** Groups as rooms whose messages can be changed. */
export const changeableGroups = ({ db, realtime }: Pick<Platform, 'db' | 'realtime'>): ChangeableRooms => ({
  sql: groupRooms,
  communityOf: () => 'null::uuid',
  async announce({ roomId, id, payload, senderId, quotes, except }) {
    const members = await findMembers(db.hot, roomId, id);
    if (members.length === 0) return false;
    const having = members.filter(({ reaches }) => reaches).map((member) => member.id);
    // Whoever joined later may show the group, but doesn't have this message.
    const others = members.filter(({ reaches }) => !reaches).map((member) => member.id);
    const more = { quotes, except: [...except, ...others] };
    realtime.toMembers(having, roomOfGroup(roomId), 'messageChanged', payload, undefined, senderId, more);
    return true;
  },
});

/** Groups as rooms in which people see who is writing: those who show it. */
export const typingInGroups = ({ db, realtime }: Pick<Platform, 'db' | 'realtime'>): TypingRooms => ({
  async writerIn(caller, id) {
    if (!caller.isIn(roomOfGroup(id))) return undefined;
    const username = await findShowing(db.hot, caller.userId);
    if (username === undefined) return 'hidden';
    return { username, tell: (payload) => realtime.toOthersIn(roomOfGroup(id), 'typing', payload, caller.userId) };
  },
});

/** Groups as places whose members see who's online. */
export const lookedAtGroups = ({ db }: Pick<Platform, 'db'>): LookedAt => ({
  prefix: groupsPrefix,
  among: (viewerIds, userIds) => findMates(db.hot, viewerIds, userIds),
});
