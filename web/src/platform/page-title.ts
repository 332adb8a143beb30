import { useEffect } from 'react';
import { useMarks } from '#platform/marks.ts';

/** Sets the document's title: "Settings · Hubbub", or "(2) Settings · Hubbub" while two conversations or notifications are unread. */
export function usePageTitle(title: string): void {
  const { conversations, notifications } = useMarks();
  const unread = conversations + notifications;
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${title} · Hubbub`;
  }, [title, unread]);
}
