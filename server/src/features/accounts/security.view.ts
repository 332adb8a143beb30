import type { SecurityEntry, Session as SessionView } from '@hubbub/contract/features/accounts/security.endpoints.ts';
import { unknownDevice } from '#platform/sessions/device.ts';
import type { ListedSession } from '#platform/sessions/sessions.queries.ts';
import { type Session, sessionId, sessionName } from '#platform/sessions/sessions.ts';
import type { SecurityRow } from './security.queries.ts';

/** One of a person's sessions; the calling one counts as used right now. */
export function viewSession(row: ListedSession, own: Session, now: Date): SessionView {
  const current = row.token_hash.equals(own.tokenHash);
  return {
    session_id: sessionId(row.token_hash),
    created_at: row.created_at.toISOString(),
    last_seen_at: (current ? now : row.seen_at).toISOString(),
    device: row.device ?? unknownDevice,
    address: row.address,
    current,
  };
}

/** An entry in the caller's security log. */
export function viewSecurityEntry(row: SecurityRow, own: Session): SecurityEntry {
  return {
    _id: row.id,
    created_at: row.created_at.toISOString(),
    event: row.event,
    device: row.device,
    address: row.address,
    current: row.session?.equals(sessionName(own.tokenHash)) ?? false,
  };
}
