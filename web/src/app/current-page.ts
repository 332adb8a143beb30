import { type PageLayout, type PageName, type PageRow, pages } from '@hubbub/contract/platform/pages.ts';
import { createContext, use } from 'react';

/** The page on screen; undefined at a path without one. */
export const CurrentPage = createContext<PageName | undefined>(undefined);

/** The layout of the page on screen; undefined for three columns. */
export function usePageLayout(): PageLayout | undefined {
  const page = use(CurrentPage);
  return page && (pages[page] as PageRow).layout;
}
