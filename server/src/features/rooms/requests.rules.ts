/** Who can send somebody messages. */
export type MessagesFrom = 'everyone' | 'known' | 'nobody';

/**
 * The fate of a message to somebody: it arrives, it waits as a request until they accept it, or it's refused. Once the two have talked, it
 * always arrives. People know those they share a community with, and those they follow.
 */
export function receptionOf(
  from: MessagesFrom,
  pair: { haveTalked: boolean; isKnown: boolean },
): 'open' | 'request' | 'closed' {
  if (pair.haveTalked || from === 'everyone') return 'open';
  if (from === 'nobody') return 'closed';
  return pair.isKnown ? 'open' : 'request';
}
