import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';

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

interface Reader {
  username: string;
  readId: string | null;
}

/**
 * Under which message of a group it says that members have read it: for each the last one they've read, or sent since. By the message's
 * id; nobody whose marks aren't shared.
 */
export function seenByMembers<Member extends Reader>(
  messages: readonly Pick<Message, '_id' | 'sender' | 'system'>[],
  readers: readonly Member[],
): ReadonlyMap<string, readonly Member[]> {
  const seen = new Map<string, Member[]>();
  const said = messages.filter(({ system }) => system === undefined);
  for (const reader of readers) {
    const { readId, username } = reader;
    if (readId === null) continue;
    const last = said.findLast(({ _id, sender }) => _id <= readId || sender.username === username);
    // The author of a message has read it.
    if (last !== undefined && last.sender.username !== username)
      seen.set(last._id, [...(seen.get(last._id) ?? []), reader]);
  }
  return seen;
}
