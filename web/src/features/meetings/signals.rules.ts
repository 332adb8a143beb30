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
 * What a signal is for an end: `taken` by it, `ignored`, or the reason to connect anew and take it there. Pages replace their ends, and
 * what was sent by an end that's gone, or to it, may still arrive: an answer that's taken for another end's makes a connection that
 * never works. Pages from before ends had ids don't name them.
 */
export function reactionTo(
  { connection, to_connection, description }: MeetingSignal,
  { id, other, isAgreed, isOffering, polite }: End,
): 'taken' | 'ignored' | 'anew' {
  if (to_connection !== undefined && to_connection !== id) return 'ignored';
  const isOffer = description?.type === 'offer';
  if (!isAgreed) {
    // Before the first description a candidate leads nowhere; the description, when it comes, has it in it.
    if (!isOffer) return description !== undefined && isOffering ? 'taken' : 'ignored';
    if (!isOffering) return 'taken';
    return polite ? 'anew' : 'ignored';
  }
  if (connection !== undefined && other !== undefined && connection !== other) return isOffer ? 'anew' : 'ignored';
  // Both renew what they have.
  return isOffer && isOffering && !polite ? 'ignored' : 'taken';
}
