import { type Generated, type Selectable, sql } from 'kysely';
import { authorColumns } from '#features/accounts/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';

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

/** A page of entries, newest first. @param before the id of the previous page's last entry */
export async function selectAuditEntries(
  db: Db,
  { size, before }: { size: number; before: string | undefined },
): Promise<AuditRow[]> {
  return await db
    .selectFrom('audit_log')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', Number(before)))
    .orderBy('id', 'desc')
    .limit(size)
    .execute();
}

const position = sql<string>`audit_position(created_at, id)`;

/**
 * A page of entries, newest first, with their position among those of the security log.
 * @param page `userId`: entries by or about this person; undefined: everybody's
 */
export async function selectAuditByPosition(
  db: Db,
  { userId, size, before }: { userId: string | undefined; size: number; before: string },
): Promise<(AuditRow & { position: string })[]> {
  return await db
    .selectFrom('audit_log')
    .selectAll()
    .select(position.as('position'))
    .$if(userId !== undefined, (query) =>
      query.where(({ or, eb }) => or([eb('actor_id', '=', userId as string), eb('subject_id', '=', userId as string)])),
    )
    .where(position, '<', before)
    .orderBy(position, 'desc')
    .limit(size)
    .execute();
}

/** The accounts among some ids that still exist. */
export async function findNamesOfAccounts(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await db.selectFrom('users').select('id').select(authorColumns).where('id', 'in', ids).execute();
}
