import { useEffect } from 'react';
import { currentMarks, subscribeToMarks } from '#platform/marks.ts';

/** Sets the document's title: "Settings · Hubbub", or "(2) Settings · Hubbub" while two conversations or notifications are unread. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    // Not by `useMarks`: the whole page would be drawn anew for it.
    const show = () => {
      const { conversations, notifications } = currentMarks();
      const unread = conversations + notifications;
      document.title = `${unread > 0 ? `(${unread}) ` : ''}${title} · Hubbub`;
    };
    show();
    return subscribeToMarks(show);
  }, [title]);
}
