import { useEffect } from 'react';
import { createListeners } from '#platform/listeners.ts';
import { currentMarks, subscribeToMarks } from '#platform/marks.ts';

let siteName: string | undefined;
const listeners = createListeners();

/** Every title from now on ends in the site's name. */
export function setSiteName(name: string): void {
  siteName = name;
  listeners.notify();
}

/**
 * Sets the document's title: "Settings · Elm Street", or "(2) Settings · Elm Street" while two conversations or notifications are unread.
 * Until the site's name is known, it's left out.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    // Not by `useMarks`: that would rerender the whole page.
    const show = () => {
      const { conversations, notifications } = currentMarks();
      const unread = conversations + notifications;
      const named = siteName === undefined ? title : `${title} · ${siteName}`;
      document.title = unread > 0 ? `(${unread}) ${named}` : named;
    };
    show();
    const stops = [listeners.subscribe(show), subscribeToMarks(show)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [title]);
}
