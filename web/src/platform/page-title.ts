import { useEffect } from 'react';
import { useMarks } from '#platform/marks.ts';

/** Sets the document's title: "Settings · Hubbub", or "(2) Settings · Hubbub" while two conversations have unread messages. */
export function usePageTitle(title: string): void {
  const { conversations } = useMarks();
  useEffect(() => {
    document.title = `${conversations > 0 ? `(${conversations}) ` : ''}${title} · Hubbub`;
  }, [title, conversations]);
}
