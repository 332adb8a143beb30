import { type PageName, pageEntries, pagePattern, pages, startPages } from '@hubbub/contract/platform/pages.ts';
import { parseUrl } from '@hubbub/contract/platform/urls.ts';

type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Parameters<Name extends PageName> = Record<ParameterOf<(typeof pages)[Name]['path']>, string>;

/** The query parameters that navigation adds to a URL. */
type Query = Partial<
  Record<
    | 'reg_id'
    | 'invite'
    | 'code'
    | 'token'
    | 'username'
    | 'reset_token'
    | 'next'
    | 'order'
    | 'community'
    | 'channel'
    | 'comment'
    | 'conversation'
    | 'tab'
    | 'feed'
    | 'filter'
    | 'view'
    | 'quote'
    | 'query'
    | 'room'
    | 'video'
    | 'in'
    | 'message'
    | 'room',
    string
  >
>;

/** A page's path: `pathTo('post', {post_id})`, `pathTo('otp', {}, {username})`. Values are encoded. */
export function pathTo<Name extends PageName>(
  name: Name,
  ...[parameters, query]: keyof Parameters<Name> extends never
    ? [parameters?: Parameters<Name>, query?: Query]
    : [parameters: Parameters<Name>, query?: Query]
): string {
  const given: Record<string, string> = parameters ?? {};
  const path = pages[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(given[key] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** An invite is for everybody, and lets those who log in to use it into a community. */
const memberPages = pageEntries
  .filter(([name, { isPublic }]) => !isPublic || name === 'invite')
  .map(([, { path }]) => pagePattern(path));

/** Stands in for the app's origin while parsing a URL. */
const placeholder = 'http://app.invalid';

/** Longer than any URL the app creates. */
const maxAddress = 2000;

/**
 * The page behind log-in that a URL from outside leads to: path, query and fragment, safe to pass to the router unchanged. Null for
 * everything else. A URL that a browser, a router or a proxy could read in two ways is rejected: the path is normalized first and must
 * then match a known page, so it can't start with two slashes.
 */
export function memberPage(address: string | null): string | null {
  if (address === null || address.length > maxAddress || !/^\/[^\p{Cc}\p{Z}\\]*$/u.test(address)) return null;
  const url = parseUrl(address, placeholder);
  if (url?.origin !== placeholder) return null;
  return memberPages.some((page) => page.test(url.pathname)) ? url.pathname + url.search + url.hash : null;
}

/** Where to go after log-in: `next` if it leads to a page behind log-in, otherwise the feed. */
export function safeNext(next: string | null): string {
  return memberPage(next) ?? pages[startPages.signedIn].path;
}
