import { type PageName, pageEntries, pagePattern, pages, startPages } from '@hubbub/contract/platform/pages.ts';

/** A page of the web app at one address. */
export interface OpenPage {
  name: PageName;
  /** What stands for each `:name` of its path, decoded. */
  params: Record<string, string>;
}

const countParameters = (path: string) => path.split(':').length;

const patterns = pageEntries
  .toSorted(([, one], [, other]) => countParameters(one.path) - countParameters(other.path))
  .map(([name, { path }]) => ({ name, pattern: pagePattern(path) }));

/** The page at a path that can be decoded; undefined where there's none. */
export function findPage(path: string): OpenPage | undefined {
  for (const { name, pattern } of patterns) {
    const found = pattern.exec(path);
    if (found === null) continue;
    const params = Object.entries(found.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]);
    return { name, params: Object.fromEntries(params) };
  }
  return undefined;
}

/** The page that the app shows in place of another: log-in for strangers, and the start page for whoever comes to log-in signed in. */
export function shownPage(page: OpenPage | undefined, isSignedIn: boolean): PageName | undefined {
  if (isSignedIn) return page?.name === startPages.signedOut ? startPages.signedIn : page?.name;
  return page && 'isPublic' in pages[page.name] ? page.name : startPages.signedOut;
}
