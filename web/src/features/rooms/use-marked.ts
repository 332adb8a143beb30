import { useEffect, useState } from 'react';
import type { Jump } from '#features/rooms/timeline.rules.ts';
import { toast } from '#ui/toast/toasts.ts';

/** Milliseconds for which a message is marked that somebody has jumped to. */
const markTime = 2_000;

const failures = {
  missing: "This message isn't available anymore.",
  failed: "We couldn't load this message. Check your connection and try again.",
};

/** The id of the message that somebody has just jumped to; says so if that failed. */
export function useMarked(jump: Jump | null): string | undefined {
  const [marked, setMarked] = useState<string>();
  const { id, status, count } = jump ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second jump to the same message marks it again
  useEffect(() => {
    if (status === 'missing' || status === 'failed') toast.error(failures[status]);
    if (status !== 'found') return;
    setMarked(id);
    const timer = setTimeout(() => setMarked(undefined), markTime);
    return () => clearTimeout(timer);
  }, [id, status, count]);
  return marked;
}
