import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { Message, Sender } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import type { News } from '#features/messages/public.ts';

/** Specification, section 9: code points of a message that its preview shows. */
const previewLength = 23;

/** The other of the two; a deleted account has no id. */
export function otherOf({ members }: Pick<Conversation, 'members'>, ownId: string): Sender {
  return members.find(({ _id }) => _id !== ownId) ?? deletedUser;
}

/** What the head of a conversation says: the name, or "Deleted User" where there is nobody. */
export function titleOf({ _id, name }: Sender): string {
  return _id === null ? 'Deleted User' : name;
}

/** Whether somebody has a name beside the username, which stands in for it otherwise. */
export function isNamed({ _id, name, username }: Sender): boolean {
  return _id !== null && name !== username;
}

/**
 * Section 9: the beginning of a message, at most 23 code points and "..." where more follows. A letter or an emoji that is made of
 * several code points is shown whole or not at all.
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

/** A time for the newest place in a list whose latest activity was at `latest`, although the server's clock may have gone back. */
function newestPlace(at: string, latest: string): string {
  return at > latest ? at : new Date(Date.parse(latest) + 1).toISOString();
}

/**
 * A conversation after one more message, as the server counts it. A message that it knows already changes nothing.
 * @param latest when another conversation of the list last had news; the empty text if there is none
 */
export function withMessage(conversation: Conversation, message: Message, ownId: string, latest = ''): Conversation {
  if (conversation.last_message_id !== null && message._id <= conversation.last_message_id) return conversation;
  const own = message.sender._id === ownId;
  return {
    ...conversation,
    last_message: message.message,
    last_message_id: message._id,
    last_message_at: message.createdAt,
    last_message_sender: message.sender._id,
    last_message_has_image: message.imageUrl !== null,
    unread: own ? conversation.unread : conversation.unread + 1,
    updated_at: newestPlace(message.createdAt, latest),
  };
}

/** A conversation after its person has read it up to a message; null: there is none. */
export function withRead(conversation: Conversation, messageId: string | null, unread: number): Conversation {
  // What is left unread comes after a message that is not told.
  const readTo = unread > 0 ? null : messageId;
  const read_id = readTo !== null && readTo > conversation.read_id ? readTo : conversation.read_id;
  return { ...conversation, unread, read_id };
}

/** What is new in a conversation for its person. */
export function newsOf({ unread, read_id, last_message_id }: Conversation): News | null {
  return unread === 0 || last_message_id === null ? null : { after: read_id, upTo: last_message_id };
}

/** A conversation after somebody has deleted the account, who may be the other. */
export function withDeleted(conversation: Conversation, userId: string): Conversation {
  const { members, last_message_sender } = conversation;
  if (!members.some(({ _id }) => _id === userId)) return conversation;
  return {
    ...conversation,
    members: members.map((member) => (member._id === userId ? deletedUser : member)),
    last_message_sender: last_message_sender === userId ? null : last_message_sender,
  };
}

/** The latest activity first; each conversation once. */
export function inOrder(conversations: readonly Conversation[]): Conversation[] {
  const each = new Map(conversations.map((conversation) => [conversation._id, conversation]));
  return [...each.values()].sort((a, b) => {
    if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1;
    return a._id < b._id ? 1 : -1;
  });
}

/** How many conversations have something new. */
export function unreadConversations(conversations: readonly Conversation[]): number {
  return conversations.filter(({ unread }) => unread > 0).length;
}

/** A number on a badge. */
export function badgeText(count: number): string {
  return count > 99 ? '99+' : String(count);
}
