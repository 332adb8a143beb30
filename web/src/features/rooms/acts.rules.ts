import type { Reaction } from '@hubbub/contract/features/reactions/reactions.shapes.ts';
import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { deletedMessage, newerOf, versionOf, withOwnReaction } from '#features/rooms/versions.rules.ts';

/** What a person does to a stored message. It shows right away, until the server has answered. */
export type Act = { messageId: string; at: string } & (
  | { kind: 'react'; emoji: string; added: boolean }
  | { kind: 'edit'; text: string }
  | { kind: 'delete' }
);

/** What the server answers: the message of an edit; the reactions after a reaction, and the message's revision with them. */
export interface ActAnswer {
  message?: Message;
  reactions?: readonly Reaction[];
  revision?: string;
}

/** A message as it will be if the server agrees. */
function withAct(message: Message, act: Act): Message {
  switch (act.kind) {
    case 'react':
      return { ...message, reactions: withOwnReaction(message.reactions ?? [], act.emoji, act.added) };
    case 'edit':
      return { ...message, message: act.text, mentions: [], edited_at: act.at };
    case 'delete':
      return deletedMessage(message);
  }
}

/** Messages with what the person has done to them, as far as the server hasn't confirmed it; the same objects if that's nothing. */
export function withActs(
  messages: readonly Message[],
  { kept, acts: latest }: { kept: readonly Act[]; acts: readonly Act[] },
): readonly Message[] {
  const acts = [...kept, ...latest];
  if (acts.length === 0) return messages;
  return messages.map((message) =>
    acts.reduce((next, act) => (act.messageId === message._id ? withAct(next, act) : next), message),
  );
}

/**
 * A message after the server has agreed. An answer that's older than what's known by now says nothing new: the message may even have lost
 * its reactions since. The message's own revision stays, because the answer doesn't have its text.
 */
export function withAnswer(known: Message, act: Act, answer: ActAnswer): Message {
  const { message, reactions = [], revision = '' } = answer;
  if (act.kind === 'delete') return known.deleted ? known : deletedMessage(known);
  if (act.kind === 'edit') return message === undefined ? known : { ...newerOf(known, message), ...clientIdOf(known) };
  return known.deleted || revision < versionOf(known) ? known : { ...known, reactions: [...reactions] };
}

const clientIdOf = ({ client_id }: Message) => (client_id === undefined ? {} : { client_id });

/** The acts that can start now: one at a time for each message, in order. */
export function readyActs(acts: readonly Act[], running: readonly Act[]): Act[] {
  const busy = new Set(running.map(({ messageId }) => messageId));
  return acts.filter(({ messageId }) => {
    const isFree = !busy.has(messageId);
    busy.add(messageId);
    return isFree;
  });
}
