import type { MessagesFrom } from '#features/rooms/public.ts';

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
export const ownerAfter = (ownerId: string | null, members: readonly string[]): string | undefined =>
  ownerId !== null && members.includes(ownerId) ? ownerId : members[0];

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
