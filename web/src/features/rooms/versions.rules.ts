import type { Reaction } from '@hubbub/contract/features/reactions/reactions.shapes.ts';
import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { ChangeOfMessage } from '@hubbub/contract/features/rooms/rooms.events.ts';

/** A message as it is now, and what happened to it. */
export interface Changed {
  message: Message;
  change: ChangeOfMessage;
  /** The person did it, here or on another device. */
  own: boolean;
}

/** A message as this device knows it. `marked`: the revision up to which its reactions' `mine` is right; absent: its own. */
type KnownMessage = Message & { marked?: string };

/** How many code points of a message its replies show; the server sends as many. */
const quoteLength = 140;

/** Sorts versions of a message; a message that never changed is as old as its id. */
export const versionOf = ({ _id, revision }: Message): string => revision ?? _id;

/** The newer of two versions of a message; of equal ones the second, which was fetched later. */
export const newerOf = (known: Message, added: Message): Message =>
  versionOf(known) > versionOf(added) ? known : added;

/** Reactions after the person has added theirs or taken it back. */
export function withOwnReaction(reactions: readonly Reaction[], emoji: string, added: boolean): Reaction[] {
  const known = reactions.find((reaction) => reaction.emoji === emoji);
  if ((known?.mine ?? false) === added) return [...reactions];
  if (known === undefined) return [...reactions, { emoji, count: 1, mine: true }];
  return reactions
    .map((reaction) =>
      reaction === known ? { ...reaction, count: reaction.count + (added ? 1 : -1), mine: added } : reaction,
    )
    .filter(({ count }) => count > 0);
}

/** Events don't say which reactions are the receiver's own: those they were before, and the one this change is about. */
function reactionsAfter(known: KnownMessage, { message, change, own }: Changed): Reaction[] {
  return (message.reactions ?? []).map((reaction) => {
    const before = known.reactions?.find(({ emoji }) => emoji === reaction.emoji)?.mine ?? false;
    const isThis = own && change.kind === 'reaction' && change.emoji === reaction.emoji;
    return { ...reaction, mine: isThis ? change.added === true : before };
  });
}

/** Marks a reaction as the person's own, or as not, without counting it again. */
function withMark(message: KnownMessage, { emoji, added }: ChangeOfMessage, marked: string): KnownMessage {
  const reactions = message.reactions?.map((reaction) =>
    reaction.emoji === emoji ? { ...reaction, mine: added === true } : reaction,
  );
  return { ...message, ...(reactions && { reactions }), marked };
}

/**
 * A message after a change that may have been overtaken by a newer one. The sender of a removed message also gets what everyone else gets,
 * which must not hide what they may see; what they get themselves is of the same revision. A page may have overtaken the person's own
 * reactions: then it has said already which are theirs.
 */
export function changedMessage(known: KnownMessage, changed: Changed): KnownMessage {
  const { message, change, own } = changed;
  if (known.removed && message.deleted && change.kind === 'removed') return known;
  const isNews = versionOf(message) > versionOf(known) || (message.removed !== undefined && known.deleted === true);
  const { marked = versionOf(known) } = known;
  const isMark = own && change.kind === 'reaction' && versionOf(message) > marked;
  if (!isNews) return isMark ? withMark(known, change, versionOf(message)) : known;
  return {
    ...message,
    reactions: reactionsAfter(known, changed),
    ...(!isMark && { marked }),
    ...(known.client_id !== undefined && { client_id: known.client_id }),
    ...(known.hidden && { hidden: true }),
  };
}

/** What a reply shows of the message it answers. */
export function quoteOf(quoted: Message): NonNullable<Message['reply_to']> {
  const { _id, sender, message, attachments = [], deleted, hidden } = quoted;
  const text = deleted || hidden ? '' : [...message].slice(0, quoteLength).join('');
  const hasFiles = attachments.length > 0 && !deleted && !hidden;
  return {
    _id,
    sender,
    message: text,
    ...(hasFiles && { has_attachments: true }),
    ...(deleted && { deleted: true }),
    ...(hidden && { hidden: true }),
  };
}

/** A reply after the message it answers has changed. */
export function withQuoted(message: Message, quoted: Message): Message {
  if (message.reply_to?._id !== quoted._id) return message;
  const next = quoteOf(quoted);
  const isSame = next.message === message.reply_to.message && next.deleted === message.reply_to.deleted;
  return isSame ? message : { ...message, reply_to: next };
}

/** A message that its author has deleted. */
export function deletedMessage(message: Message): Message {
  return {
    ...message,
    deleted: true,
    message: '',
    imageUrl: null,
    image: null,
    attachments: [],
    reactions: [],
    mentions: [],
  };
}
