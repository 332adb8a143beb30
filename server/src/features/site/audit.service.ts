import type { Tx } from '#platform/database/database.ts';
import { insertAuditEntry } from './audit.queries.ts';

/** Something the team did. Ids only, no names: an entry is kept for good, and names are looked up when it's read. */
export interface AuditEntry {
  /** Null: done on the server, with `npm run admin`. */
  actorId: string | null;
  /** A noun and a participle, such as `role.changed`. */
  action: string;
  subject: { kind: string; id: string } | null;
  /** A detail that names nobody, such as the new role. */
  text?: string;
}

/** Notes what was done, in the transaction that does it. */
export async function audit(tx: Tx, { actorId, action, subject, text }: AuditEntry): Promise<void> {
  await insertAuditEntry(tx, {
    actor_id: actorId,
    action,
    subject_kind: subject?.kind ?? null,
    subject_id: subject?.id ?? null,
    text: text ?? null,
  });
}
