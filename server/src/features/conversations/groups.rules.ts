import type { MessagesFrom } from '#features/rooms/public.ts';

/** Every member of a group can rename it, change its picture and add people. */
export const mayChangeGroup = (person: { isMember: boolean }): boolean => person.isMember;

/** Everyone can leave a group, and only its owner can remove others. */
export const mayRemoveMember = (actor: { isOwner: boolean }, member: { isActor: boolean }): boolean =>
  member.isActor || actor.isOwner;

/** A group has as many members as the limit allows. */
export const hasRoomFor = (members: number, added: number, max: number): boolean => members + added <= max;

/**
 * When the owner leaves, the longest-standing member becomes the owner. Undefined: nobody is left.
 * @param members ids in the order in which they joined, without the one who leaves
 */
export const ownerAfter = (ownerId: string | null, members: readonly string[]): string | undefined =>
  ownerId !== null && members.includes(ownerId) ? ownerId : members[0];

/** The facts that decide whether somebody can add a person to a group. */
export interface Adding {
  /** Neither has blocked the other. */
  isVisible: boolean;
  /** The person hasn't accepted a message request from them yet. */
  isWaiting: boolean;
  messagesFrom: MessagesFrom;
  haveTalked: boolean;
  /** The person knows them, as in `receptionOf`. */
  isKnown: boolean;
  /** Theirs is a new account, and the two are strangers. */
  isNewStranger: boolean;
}

/**
 * People can be added to groups by those whose messages reach them without a request, unless one blocked the other. New
 * accounts can't add strangers.
 */
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
