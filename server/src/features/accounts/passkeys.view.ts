import type { Passkey } from '@hubbub/contract/features/accounts/passkeys.shapes.ts';
import type { PasskeyRow } from './passkeys.queries.ts';
import { partyOf } from './passkeys.rules.ts';

/** One of the caller's passkeys, compared with the site's public address. */
export function viewPasskey({ id, name, created_at, last_used_at, rp_id }: PasskeyRow, publicUrl: string): Passkey {
  return {
    passkey_id: id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    made_for: rp_id === partyOf(publicUrl).rpId ? null : rp_id,
  };
}
