import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { useEffect, useState } from 'react';
import { secondsUntil } from '#features/channels/slow-mode.rules.ts';

/** Seconds until the person may write in a channel again, counted down; 0: they may. */
export function useSlowMode({ slow_until: until }: Pick<Channel, 'slow_until'>): number {
  const [now, setNow] = useState(Date.now);
  const left = secondsUntil(until ?? null, now);
  useEffect(() => {
    setNow(Date.now());
    if (secondsUntil(until ?? null, Date.now()) === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
