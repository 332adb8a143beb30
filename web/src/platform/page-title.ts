import { useEffect } from 'react';

/** Names the document: "Settings · Hubbub". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Hubbub`;
  }, [title]);
}
