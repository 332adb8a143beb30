import { useEffect, useEffectEvent, useState } from 'react';
import { holdNavigation } from '#platform/navigation.ts';
import { storedUser } from '#platform/session.ts';
import { useUnloadQuestion } from '#platform/unload.ts';
import { confirm } from '#ui/alerts/alerts.ts';

let isAsking = false;

async function askToDiscard(leave: () => void): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  const leaves = await confirm('Leave without saving?', {
    details: "What you've changed here is lost.",
    confirmLabel: 'Discard changes',
    cancelLabel: 'Keep editing',
    danger: true,
  });
  isAsking = false;
  if (leaves) leave();
}

/**
 * Asks before somebody leaves a form whose values aren't saved. Returns what to call once the values that were drawn with it are.
 */
export function useUnsaved(values: unknown): () => void {
  const shown = JSON.stringify(values);
  const [saved, setSaved] = useState(shown);
  const isUnsaved = shown !== saved;
  // People who were logged out are sent to log-in without a question.
  const holds = useEffectEvent(() => isUnsaved && storedUser() !== null);
  useEffect(() => holdNavigation({ holds: () => holds(), ask: (leave) => void askToDiscard(leave) }), []);
  useUnloadQuestion(isUnsaved);
  return () => setSaved(shown);
}
