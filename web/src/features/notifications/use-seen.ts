import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { markSeen } from '#features/notifications/notifications.data.ts';

/** Milliseconds over which what comes into view is collected. */
const gatherMs = 500;

/** The attribute of an unread notification's element: its id, or the ids of all that are in its row, with spaces between them. */
export const unreadAttribute = 'data-unread-id';

/**
 * Marks as read what comes into view on a visible page, a few at a time.
 * @param unread the ids of the unread ones, as one text
 * @returns the list's ref, and the ids of those that were new to this visit: they keep their mark until the next one
 */
export function useSeen(unread: string) {
  const client = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());

  // biome-ignore lint/correctness/useExhaustiveDependencies: another unread one is what the effect is for
  useEffect(() => {
    if (list.current === null) return;
    const seen = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = () => {
      timer = undefined;
      if (document.visibilityState !== 'visible' || seen.size === 0) return;
      const ids = [...seen];
      seen.clear();
      setFresh((before) => new Set([...before, ...ids]));
      void markSeen(client, ids);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          for (const id of target.getAttribute(unreadAttribute)?.split(' ') ?? []) {
            if (isIntersecting) seen.add(id);
            else seen.delete(id);
          }
        }
        if (seen.size > 0) timer ??= setTimeout(send, gatherMs);
      },
      { threshold: 0.5 },
    );
    for (const element of list.current.querySelectorAll(`[${unreadAttribute}]`)) observer.observe(element);
    document.addEventListener('visibilitychange', send);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      // Leaving counts as having seen it.
      send();
      document.removeEventListener('visibilitychange', send);
    };
  }, [client, unread]);

  return { list, fresh, forget: () => setFresh(new Set()) };
}
