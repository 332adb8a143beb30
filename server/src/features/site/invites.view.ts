import type { Invite } from '@hubbub/contract/features/site/joining.endpoints.ts';
import { pages } from '@hubbub/contract/platform/pages.ts';
import { viewAuthor } from '#features/accounts/public.ts';
import type { InviteRow } from './invites.queries.ts';

/** An invite for its maker and for admins. */
export function viewInvite(
  row: InviteRow,
  known: {
    communities: ReadonlyMap<string, { community_handle: string }>;
    isValid: boolean;
    publicUrl: string;
  },
): Invite {
  return {
    invite_id: row.id,
    code: row.code,
    url: `${known.publicUrl}${pages.invite.path.replace(':code', row.code)}`,
    uses_left: row.uses_left,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    community_handle:
      row.community_id === null ? null : (known.communities.get(row.community_id)?.community_handle ?? null),
    created_by: viewAuthor(row),
    valid: known.isValid,
  };
}
