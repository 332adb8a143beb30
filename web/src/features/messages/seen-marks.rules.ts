import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';

/**
 * The caller's own message under which it says that the other person has read it: the last one up to `readId`, unless that person has
 * written since, which says as much. Undefined: there's none.
 */
export function seenMessage(
  messages: readonly Pick<Message, '_id' | 'sender'>[],
  ownId: string,
  readId: string | null | undefined,
): string | undefined {
  if (readId === null || readId === undefined) return undefined;
  const last = messages.findLast(({ _id, sender }) => _id <= readId || sender._id !== ownId);
  return last?.sender._id === ownId ? last._id : undefined;
}
