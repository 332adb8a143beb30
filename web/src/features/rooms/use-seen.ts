import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { excerptText } from '#features/rooms/Quote.tsx';
import { countAfter } from '#features/rooms/rows.rules.ts';
import { systemText } from '#features/rooms/system.rules.ts';
import type { TimelineState } from '#features/rooms/timeline.rules.ts';

function subscribeToAttention(listener: () => void): () => void {
  window.addEventListener('focus', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    window.removeEventListener('focus', listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

interface SeenOptions {
  state: TimelineState;
  ownId: string;
  /** The timeline's end is in view. */
  atEnd: boolean;
  onSeen: (messageId: string, live: boolean) => void;
}

/**
 * Tracks what a person has seen: reports the newest stored message from others once the timeline's end is in view on a visible page,
 * counts what arrives below the reader, and words the announcements.
 */
export function useSeen({ state, ownId, atEnd, onSeen }: SeenOptions): { below: number; announcement: string } {
  const newest = state.messages.at(-1);
  const newestId = newest?._id ?? '';
  const [readTo, setReadTo] = useState(newestId);
  if (atEnd && readTo !== newestId) setReadTo(newestId);

  const looked = useRef(false);
  const reported = useRef('');
  const report = useEffectEvent(() => {
    if (!atEnd || newestId === '' || document.visibilityState !== 'visible') return;
    const live = looked.current;
    looked.current = true;
    const seen = state.messages.findLast(({ sender }) => sender._id !== ownId)?._id ?? '';
    if (seen === reported.current) return;
    reported.current = seen;
    onSeen(seen, live);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer message, or the way back to the end, is what the effect is for
  useEffect(() => report(), [newestId, atEnd]);
  useEffect(() => subscribeToAttention(() => report()), []);

  const [announced, setAnnounced] = useState({ id: newestId, text: '' });
  if (newest !== undefined && newestId > announced.id) {
    const isSilent = newest.sender._id === ownId || newest.hidden;
    const words = newest.system
      ? systemText(newest.system, ownId)
      : `${newest.sender.username}: ${excerptText(newest)}`;
    setAnnounced({ id: newestId, text: isSilent ? announced.text : words });
  }
  return { below: atEnd ? 0 : countAfter(state.messages, readTo, ownId), announcement: announced.text };
}
