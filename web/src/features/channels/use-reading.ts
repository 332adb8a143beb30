import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { sendRead, unmark } from '#features/channels/channels.data.ts';

/** Milliseconds within which those who look at a channel say by chance that they have read what just came. */
const spread = 1_500;
/** Milliseconds in which one page says it once at most. */
const pause = 8_000;

/**
 * What a person has read of a channel while it is open. What was there when they came is told at once. Of what comes while they look
 * everybody else tells as well, so that waits a little; and it is told when they leave, or look away.
 */
function createReading(channelId: string) {
  let last = '';
  let waiting: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;

  const tell = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === undefined || waiting <= last) return;
    last = waiting;
    toldAt = performance.now();
    void sendRead(channelId, last);
  };
  return {
    tell,
    seen(messageId: string, live: boolean) {
      waiting = messageId;
      if (!live) tell();
      else timer ??= setTimeout(tell, Math.max(0, toldAt + pause - performance.now()) + Math.random() * spread);
    },
  };
}

/** Takes note of what a person has seen of an open channel, on this device and by the server on the others. */
export function useReading(channelId: string): (messageId: string, live: boolean) => void {
  const client = useQueryClient();
  const reading = useMemo(() => createReading(channelId), [channelId]);
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && reading.tell();
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      reading.tell();
    };
  }, [reading]);
  return (messageId, live) => {
    unmark(client, channelId, messageId);
    reading.seen(messageId, live);
  };
}
