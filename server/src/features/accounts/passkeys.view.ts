import type { Passkey } from '@hubbub/contract/features/accounts/passkeys.shapes.ts';
import type { PasskeyRow } from './passkeys.queries.ts';

/** One of the caller's passkeys. */
export function viewPasskey({ id, name, created_at, last_used_at }: PasskeyRow): Passkey {
  return {
    passkey_id: id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}
