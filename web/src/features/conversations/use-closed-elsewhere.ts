import { useEffect, useEffectEvent } from 'react';
import { onServerEvent } from '#platform/socket.ts';

/** Calls back when the open conversation is deleted on any of the person's devices. */
export function useClosedElsewhere(conversationId: string | null, onClosed: () => void): void {
  const closed = useEffectEvent(onClosed);
  useEffect(
    () =>
      onServerEvent('conversationChanged', ({ conversation, changed }) => {
        if (changed === 'deleted' && conversation === conversationId) closed();
      }),
    [conversationId],
  );
}
