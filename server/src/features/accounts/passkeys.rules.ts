import type { PasskeyRow } from './passkeys.queries.ts';

/** What passkeys are bound to. */
interface Party {
  /** The site's name for browsers: the host of its address. */
  rpId: string;
  /** The only place from which passkeys are used. */
  origin: string;
}

/** The relying party for a public address. */
export function partyOf(publicUrl: string): Party {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
}

/** What the browser says it asked the passkey for; undefined if that can't be read. */
export function clientDataOf(clientDataJSON: string): { challenge: string; crossOrigin: boolean } | undefined {
  try {
    const said = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as Record<string, unknown> | null;
    if (typeof said?.challenge !== 'string') return undefined;
    return { challenge: said.challenge, crossOrigin: said.crossOrigin === true };
  } catch {
    return undefined;
  }
}

/**
 * Whether an answer can come from this passkey. To confirm a session, it has to be one of the person's own. For a
 * log-in, the user handle that the authenticator stores identifies the account, so it's required.
 */
export function mayBeFrom(
  passkey: Pick<PasskeyRow, 'user_id' | 'user_handle'>,
  { userId, userHandle }: { userId: string | undefined; userHandle: string | undefined },
): boolean {
  if (userId !== undefined && passkey.user_id !== userId) return false;
  if (userHandle === undefined) return userId !== undefined;
  return passkey.user_handle.equals(Buffer.from(userHandle, 'base64url'));
}
