import type { MessagesFrom } from './requests.rules.ts';

/** A group's id says that it's one (0095_groups.sql): it's a UUID of version 8, and those of conversations are of version 7. */
export const isGroupId = (id: string): boolean => id[14] === '8';

/** An id for a group, made from a new id. */
export const groupIdFrom = (id: string): string => `${id.slice(0, 14)}8${id.slice(15)}`;

/** Every member of a group renames it, changes its picture and adds people. */
export const mayChangeGroup = (person: { isMember: boolean }): boolean => person.isMember;

/** Everyone can leave a group, and only its owner removes others. */
export const mayRemoveMember = (actor: { isOwner: boolean }, member: { isActor: boolean }): boolean =>
  member.isActor || actor.isOwner;

/** A group has as many members as the limit allows. */
export const hasRoomFor = (members: number, added: number, max: number): boolean => members + added <= max;

/**
 * When the owner leaves, whoever has been in the group longest owns it. Undefined: nobody is left.
 * @param members ids in the order in which they joined, without whoever leaves
 */
export const ownerAfter = (ownerId: string, members: readonly string[]): string | undefined =>
  members.includes(ownerId) ? ownerId : members[0];

/** What decides whether somebody adds a person to a group. */
export interface Adding {
  /** Neither has blocked the other. */
  isVisible: boolean;
  /** What whoever adds them has written to the person still waits for them to accept it. */
  isWaiting: boolean;
  messagesFrom: MessagesFrom;
  haveTalked: boolean;
  /** The person knows whoever adds them, as in `receptionOf`. */
  isKnown: boolean;
  /** Whoever adds them has a new account, and the two are strangers. */
  isNewStranger: boolean;
}

/** People are added to groups by those whose messages reach them right away, unless one blocked the other. New accounts add no strangers. */
export function mayBeAdded({
  isVisible,
  isWaiting,
  messagesFrom,
  haveTalked,
  isKnown,
  isNewStranger,
}: Adding): boolean {
  if (!isVisible || isWaiting || isNewStranger) return false;
  return haveTalked || messagesFrom === 'everyone' || (messagesFrom === 'known' && isKnown);
}

/** Whoever joins a group reads what's written from then on. */
export const readsInGroup = (member: { sinceId: number } | undefined, message: { id: number }): boolean =>
  member !== undefined && message.id > member.sinceId;

/** What's new in a group: what others wrote since it was last read, unless it's hidden from the reader. What the group says itself isn't. */
export const isNewInGroup = (
  reader: { userId: string; readId: number; sinceId: number },
  message: { id: number; senderId: string; isSystem: boolean; isHidden: boolean },
): boolean =>
  message.id > Math.max(reader.readId, reader.sinceId) &&
  message.senderId !== reader.userId &&
  !message.isSystem &&
  !message.isHidden;
