import { redirect } from 'react-router';
import { restoreSession } from '#features/accounts/public.ts';
import { pathTo, safeNext } from '#platform/paths.ts';
import { storedUser } from '#platform/session.ts';

/**
 * Section 6: signed-out access to a protected screen goes to log-in, and back afterwards. If no user is stored, the cookie decides:
 * another app on this Hubbub may have logged the person in, or the browser may have cleared its storage.
 */
export async function requireSession({ request }: { request: Request }): Promise<Response | null> {
  if (storedUser() !== null || (await restoreSession()) !== null) return null;
  const { pathname, search, hash } = new URL(request.url);
  return redirect(pathTo('login', {}, { next: pathname + search + hash }));
}

/** Section 2: a stored user who opens log-in is sent straight on. */
export function skipWhenSignedIn({ request }: { request: Request }): Response | null {
  if (storedUser() === null) return null;
  return redirect(safeNext(new URL(request.url).searchParams.get('next')));
}
