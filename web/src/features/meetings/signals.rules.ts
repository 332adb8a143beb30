import type { MeetingSignal } from '@hubbub/contract/features/meetings/meetings.events.ts';

/** This page's end of a connection, when a signal arrives. */
export interface End {
  id: string;
  /** The other page's end, once something was agreed with it. */
  other: string | undefined;
  /** Something was agreed with the other page. */
  isAgreed: boolean;
  /** Waits for the answer to an offer. */
  isOffering: boolean;
  /** Yields when both make an offer at the same time. */
  polite: boolean;
}

/**
 * What a signal means for an end: it's `taken`, it's `ignored`, this page connects `anew` and takes it there, or it starts over with an offer of
 * its own (`restart`).
 */
export type Reaction = 'taken' | 'ignored' | 'anew' | 'restart';

/**
 * Pages replace their ends, and what was sent by an end that's gone, or to it, may still arrive: an answer that's taken for another end's
 * makes a connection that never works. Pages from before ends had ids don't name them.
 */
export function reactionTo(signal: MeetingSignal, end: End): Reaction {
  return end.isAgreed ? onceAgreed(signal, end) : beforehand(signal, end);
}

function beforehand({ to_connection, description }: MeetingSignal, { id, isOffering, polite }: End): Reaction {
  const isForAnother = to_connection !== undefined && to_connection !== id;
  // The other page holds on to an end that's gone, and this one waits for its first offer.
  if (isForAnother) return description?.type === 'offer' && !isOffering ? 'restart' : 'ignored';
  // Before the first description a candidate leads nowhere; the description, when it comes, has it in it.
  if (description?.type !== 'offer') return description !== undefined && isOffering ? 'taken' : 'ignored';
  if (!isOffering) return 'taken';
  return polite ? 'anew' : 'ignored';
}

function onceAgreed({ connection, to_connection, description }: MeetingSignal, end: End): Reaction {
  const { id, other, isOffering, polite } = end;
  const isFromAnother = connection !== undefined && other !== undefined && connection !== other;
  // What was agreed came first, so the end it was agreed with is gone.
  if (isFromAnother && description?.type === 'answer') return 'restart';
  if (to_connection !== undefined && to_connection !== id) return 'ignored';
  const isOffer = description?.type === 'offer';
  if (isFromAnother) return isOffer ? 'anew' : 'ignored';
  // Both renew what they have.
  return isOffer && isOffering && !polite ? 'ignored' : 'taken';
}
