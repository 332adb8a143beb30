import { type PageName, type PageRow, pages, startPages } from '@hubbub/contract/platform/pages.ts';
import type { Location } from 'react-router';
import { restoreSession } from '#features/accounts/public.ts';
import { pathTo, safeNext } from '#platform/paths.ts';
import { storedUser } from '#platform/session.ts';

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Whether only people with a session see the page. */
export const isProtected = (page: PageName | undefined): boolean =>
  page !== undefined && (pages[page] as PageRow).isPublic !== true;

/**
 * Signed-out access to a protected screen goes to log-in, and back afterwards. If no user is stored, the cookie decides:
 * another app on this Hubbub may have logged the person in, or the browser may have cleared its storage.
 */
async function requireSession({ pathname, search, hash }: Address): Promise<string | null> {
  if ((await restoreSession()) !== null) return null;
  return pathTo('login', {}, { next: pathname + search + hash });
}

/**
 * Where to go instead of this page, or null to open it; a promise only if the server must be asked. A stored user who opens
 * log-in is sent straight on.
 * @throws {ApiError} the promise, if the server couldn't be asked
 */
export function redirectFrom(page: PageName | undefined, address: Address): string | null | Promise<string | null> {
  if (page === startPages.signedOut && storedUser() !== null) {
    return safeNext(new URLSearchParams(address.search).get('next'));
  }
  return isProtected(page) && storedUser() === null ? requireSession(address) : null;
}
