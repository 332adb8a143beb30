import type { Generated, Selectable } from 'kysely';
import type { Tx } from '#platform/database/database.ts';

interface AuditLogTable {
  id: Generated<number>;
  created_at: Generated<Date>;
  /** Null: done on the server. */
  actor_id: string | null;
  action: string;
  subject_kind: string | null;
  subject_id: string | null;
  text: string | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    audit_log: AuditLogTable;
  }
}

export type AuditRow = Selectable<AuditLogTable>;

export async function insertAuditEntry(tx: Tx, entry: Omit<AuditRow, 'id' | 'created_at'>): Promise<void> {
  await tx.insertInto('audit_log').values(entry).execute();
}
