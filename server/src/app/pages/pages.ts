import { type PageName, pageEntries, pagePattern, pages, startPages } from '@hubbub/contract/platform/pages.ts';

/** A page of the web app at a particular path. */
export interface OpenPage {
  name: PageName;
  /** The value of each `:name` in its path, decoded. */
  params: Record<string, string>;
}

const countParameters = (path: string) => path.split(':').length;

const patterns = pageEntries
  .toSorted(([, one], [, other]) => countParameters(one.path) - countParameters(other.path))
  .map(([name, { path }]) => ({ name, pattern: pagePattern(path) }));

/** The page at a decodable path; undefined if there's none. */
export function findPage(path: string): OpenPage | undefined {
  for (const { name, pattern } of patterns) {
    const found = pattern.exec(path);
    if (found === null) continue;
    const params = Object.entries(found.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]);
    return { name, params: Object.fromEntries(params) };
  }
  return undefined;
}

/** The page that the app actually shows: log-in for strangers on private pages, and the start page for signed-in people who open log-in. */
export function shownPage(page: OpenPage | undefined, isSignedIn: boolean): PageName | undefined {
  if (isSignedIn) return page?.name === startPages.signedOut ? startPages.signedIn : page?.name;
  return page && 'isPublic' in pages[page.name] ? page.name : startPages.signedOut;
}
