import type {
  Conversation,
  ConversationMember,
} from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { Message, Sender } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { ReadChange } from '@hubbub/contract/features/rooms/rooms.events.ts';
import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { UnreadRange } from '#features/rooms/public.ts';

/** How many code points of a message its preview shows. */
const previewLength = 23;

/** Somebody who has deleted their account. */
const nobody: ConversationMember = { ...deletedUser, read_id: null, online: null, mobileNumber: '' };

/** The other member; a deleted account has no id. */
export function otherOf({ members }: Pick<Conversation, 'members'>, ownId: string): ConversationMember {
  return members.find(({ _id }) => _id !== ownId) ?? nobody;
}

/** What a group is called: its name, or its other members. */
export function groupTitle({ name, members }: Pick<Conversation, 'name' | 'members'>, ownId: string): string {
  if (name != null) return name;
  const others = members.filter(({ _id }) => _id !== ownId).map(titleOf);
  return others.length === 0 ? 'Only you' : others.join(', ');
}

/** What a conversation is called: the other person's username, or the group's title. */
export const nameOf = (conversation: Conversation, ownId: string): string =>
  conversation.is_group ? groupTitle(conversation, ownId) : otherOf(conversation, ownId).username;

/** Letters as people type them into a search: without case and accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a typed text finds a conversation: each word is in its name or its members' names. */
export function isLookedFor(conversation: Conversation, ownId: string, text: string): boolean {
  const others = conversation.members.filter(({ _id }) => _id !== ownId);
  const names = plain(
    [nameOf(conversation, ownId), ...others.flatMap(({ name, username }) => [name, username])].join(' '),
  );
  const words = plain(text).split(/\s+/).filter(Boolean);
  return words.length > 0 && words.every((word) => names.includes(word.replace(/^@/, '')));
}

/** The name of the sender of a group's newest message, for its preview; null: none is shown. */
export function lastSenderOf(conversation: Conversation, ownId: string): string | null {
  const { is_group, members, last_message_sender: sender, last_message_system: line } = conversation;
  if (!is_group || line || sender === null) return null;
  if (sender === ownId) return 'You';
  return members.find(({ _id }) => _id === sender)?.name ?? null;
}

/** A conversation's title: the person's name, or "Deleted User" if there's no one. */
export function titleOf({ _id, name }: Sender): string {
  return _id === null ? 'Deleted User' : name;
}

/** Whether someone has a name of their own; otherwise the username is used. */
export function isNamed({ _id, name, username }: Sender): boolean {
  return _id !== null && name !== username;
}

/**
 * The start of a message, at most 23 code points, plus "..." if there's more. A letter or emoji made of several code points
 * is shown whole or not at all.
 */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  if ([...line].length <= previewLength) return line;
  let kept = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) {
    length += [...segment].length;
    if (length > previewLength) break;
    kept += segment;
  }
  return `${kept}...`;
}

/** A timestamp that sorts to the top of a list whose most recent activity was at `latest`, even if the server's clock has gone back. */
function newestPlace(at: string, latest: string): string {
  return at > latest ? at : new Date(Date.parse(latest) + 1).toISOString();
}

/**
 * A conversation after one more message, counted the way the server does. A message it already knows changes nothing.
 * @param latest when any other conversation in the list last had activity; empty if there is none
 */
export function withMessage(conversation: Conversation, message: Message, ownId: string, latest = ''): Conversation {
  if (conversation.last_message_id !== null && message._id <= conversation.last_message_id) return conversation;
  const own = message.sender._id === ownId;
  const { request, ...rest } = conversation;
  return {
    // Answering a request accepts it.
    ...(own || !request ? rest : conversation),
    last_message: message.message,
    last_message_id: message._id,
    last_message_at: message.createdAt,
    last_message_sender: message.sender._id,
    last_message_has_image: message.imageUrl !== null,
    last_message_has_attachments: (message.attachments ?? []).length > 0,
    last_message_system: message.system ?? (conversation.is_group ? null : undefined),
    unread:
      own || (message.system && !message.system.missed) || message.hidden
        ? conversation.unread
        : conversation.unread + 1,
    updated_at: newestPlace(message.createdAt, latest),
  };
}

/** A conversation whose newest message has been edited, deleted, removed or restored. */
export function withChangedMessage(conversation: Conversation, message: Message): Conversation {
  if (conversation.last_message_id !== message._id) return conversation;
  return {
    ...conversation,
    last_message: message.message,
    last_message_has_image: message.imageUrl !== null,
    last_message_has_attachments: (message.attachments ?? []).length > 0,
  };
}

/** A conversation after the person has read it up to a message; null if there is none. */
export function withRead(conversation: Conversation, messageId: string | null, unread: number): Conversation {
  // The unread messages come after one whose id we don't know.
  const readTo = unread > 0 ? null : messageId;
  const read_id = readTo !== null && readTo > conversation.read_id ? readTo : conversation.read_id;
  return { ...conversation, unread, read_id };
}

/** A conversation after its other member has read it up to a message. */
export function withReadByOther(conversation: Conversation, { username, message_id }: ReadChange): Conversation {
  const isBehind = ({ username: name, read_id }: ConversationMember) =>
    name === username && (read_id ?? '') < message_id;
  if (!conversation.members.some(isBehind)) return conversation;
  const members = conversation.members.map((member) =>
    isBehind(member) ? { ...member, read_id: message_id } : member,
  );
  return { ...conversation, members };
}

/** A conversation's unread messages. */
export function unreadRangeOf({ unread, read_id, last_message_id }: Conversation): UnreadRange | null {
  return unread === 0 || last_message_id === null ? null : { after: read_id, upTo: last_message_id };
}

/** A conversation after someone, possibly its other member, has deleted their account. */
export function withDeleted(conversation: Conversation, userId: string): Conversation {
  const { members, last_message_sender } = conversation;
  if (!members.some(({ _id }) => _id === userId)) return conversation;
  if (conversation.is_group) return { ...conversation, members: members.filter(({ _id }) => _id !== userId) };
  return {
    ...conversation,
    members: members.map((member) => (member._id === userId ? nobody : member)),
    last_message_sender: last_message_sender === userId ? null : last_message_sender,
  };
}

/** Most recent activity first; each conversation once. */
export function inOrder(conversations: readonly Conversation[]): Conversation[] {
  const each = new Map(conversations.map((conversation) => [conversation._id, conversation]));
  return [...each.values()].sort((a, b) => {
    if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1;
    return a._id < b._id ? 1 : -1;
  });
}

/** A number on a badge. */
export function badgeText(count: number): string {
  return count > 99 ? '99+' : String(count);
}

/** Whether a group has a picture of its own. */
export const hasPicture = ({ profile_path: path }: Pick<Conversation, 'profile_path'>): boolean =>
  path != null && path !== defaultProfilePath;
