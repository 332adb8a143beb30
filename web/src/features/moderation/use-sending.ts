import { useState } from 'react';
import { errorTexts, isHandled } from '#platform/errors.ts';

/** What a form sends to moderation: whether it's on its way, and why it failed. */
export function useSending<Args extends readonly unknown[]>(task: (...args: Args) => Promise<void>) {
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  return {
    error,
    pending,
    /** Refuses to send, and says why. */
    refuse: (text: string) => setError(text),
    send: async (...args: Args): Promise<void> => {
      setPending(true);
      setError(undefined);
      try {
        await task(...args);
      } catch (failure) {
        if (!isHandled(failure)) setError(errorTexts(failure).join('\n'));
      } finally {
        setPending(false);
      }
    },
  };
}
