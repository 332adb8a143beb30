import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { readHere, sendRead } from '#features/channels/channels.data.ts';

/** Read reports are spread randomly over this many milliseconds. */
const jitter = 1_500;
/** A page reports at most once within this many milliseconds. */
const pause = 8_000;

/**
 * Reports how far a person has read an open channel. Messages that were already there are reported right away. New messages are
 * reported by everyone who's watching, so those reports are delayed a little, and sent when the person leaves the channel or the tab.
 */
function createReading(channelId: string) {
  let last = '';
  let waiting: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;

  const report = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === undefined || waiting <= last) return;
    last = waiting;
    reportedAt = performance.now();
    void sendRead(channelId, last);
  };
  return {
    report,
    isNew: (messageId: string) => messageId > last,
    seen(messageId: string, live: boolean) {
      waiting = messageId;
      if (!live) report();
      else timer ??= setTimeout(report, Math.max(0, reportedAt + pause - performance.now()) + Math.random() * jitter);
    },
  };
}

/** Records what a person has seen in an open channel: here right away, and through the server on their other devices. */
export function useReading(channelId: string): (messageId: string, live: boolean) => void {
  const client = useQueryClient();
  const reading = useMemo(() => createReading(channelId), [channelId]);
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && reading.report();
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      reading.report();
    };
  }, [reading]);
  return (messageId, live) => {
    if (!reading.isNew(messageId)) return;
    readHere(client, channelId, messageId);
    reading.seen(messageId, live);
  };
}
