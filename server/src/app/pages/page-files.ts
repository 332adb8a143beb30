import { existsSync, readFileSync } from 'node:fs';
import type { PageName } from '@hubbub/contract/platform/pages.ts';

/** Paths of the scripts that each page needs in addition to those in index.html. */
type PageFiles = Partial<Record<PageName, string[]>>;

/**
 * The links that load a page's own code together with the app's, instead of after it. Empty for pages that aren't in the list.
 * @param listFile written by `web/build/page-files.ts`
 */
export function pageFileLinks(listFile: string): (page: PageName | undefined) => string {
  if (!existsSync(listFile)) return () => '';
  const list = JSON.parse(readFileSync(listFile, 'utf8')) as PageFiles;
  return (page) =>
    ((page && list[page]) ?? [])
      .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`)
      .join('');
}

/**
 * What a page looks like to strangers before any script has run. Assistive technology and the keyboard wait for the
 * page itself. Empty for pages that aren't in the list.
 * @param listFile written by `web/build/first-screens.ts`
 */
export function firstScreens(listFile: string): (page: PageName | undefined) => string {
  if (!existsSync(listFile)) return () => '';
  const list = JSON.parse(readFileSync(listFile, 'utf8')) as Partial<Record<PageName, string>>;
  return (page) => {
    const screen = page && list[page];
    return screen === undefined ? '' : `<div id="first-screen" aria-hidden="true" inert>${screen}</div>`;
  };
}
