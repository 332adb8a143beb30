/** From whom somebody gets messages. */
export type MessagesFrom = 'everyone' | 'known' | 'nobody';

/**
 * What becomes of a message to somebody: it arrives, it waits as a request until they accept it, or it's refused. Once the two have
 * talked, it always arrives. People know those with whom they share a community, and those whom they follow.
 */
export function receptionOf(
  from: MessagesFrom,
  pair: { haveTalked: boolean; isKnown: boolean },
): 'open' | 'request' | 'closed' {
  if (pair.haveTalked || from === 'everyone') return 'open';
  if (from === 'nobody') return 'closed';
  return pair.isKnown ? 'open' : 'request';
}
