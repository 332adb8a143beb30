import type { Notification } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { useState, useSyncExternalStore } from 'react';

/** Pixels from the top within which the newest counts as in view. */
const nearTop = 120;

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** What has come in since the list was loaded: a text to announce, and how many are above what's being read. */
export function useArrivals(data: readonly Notification[] | undefined): { announcement: string; above: number } {
  const atTop = useSyncExternalStore(subscribe, () => window.scrollY < nearTop);
  const newest = data?.[0];
  const newestId = newest?._id ?? '';
  const [announced, setAnnounced] = useState<{ id: string; text: string }>();
  const [known, setKnown] = useState(newestId);
  if (data !== undefined && announced === undefined) setAnnounced({ id: newestId, text: '' });
  if (announced !== undefined && newest !== undefined && newestId > announced.id) {
    setAnnounced({ id: newestId, text: newest.text });
  }
  if (atTop && known !== newestId) setKnown(newestId);
  const above = atTop || data === undefined ? 0 : data.filter(({ _id }) => _id > known).length;
  return { announcement: announced?.text ?? '', above };
}
