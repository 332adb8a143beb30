import { useEffect, useRef, useState } from 'react';
import type { Reaction } from '#features/meetings/meeting.rules.ts';

/** Milliseconds for which a reaction floats: as long as its animation. */
const floatTime = 4_000;

/** The reactions that float at this moment: none from before the page was shown. */
export function useFloating(reactions: readonly Reaction[]): readonly Reaction[] {
  const [floating, setFloating] = useState<readonly string[]>([]);
  const known = useRef<ReadonlySet<string>>(new Set(reactions.map(({ id }) => id)));
  useEffect(() => {
    const fresh = reactions.flatMap(({ id }) => (known.current.has(id) ? [] : [id]));
    known.current = new Set(reactions.map(({ id }) => id));
    if (fresh.length === 0) return;
    setFloating((before) => [...before, ...fresh]);
    setTimeout(() => setFloating((before) => before.filter((id) => !fresh.includes(id))), floatTime);
  }, [reactions]);
  return reactions.filter(({ id }) => floating.includes(id));
}
