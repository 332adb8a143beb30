import type { AuditEntry as AuditEntryView } from '@hubbub/contract/features/site/site.endpoints.ts';
import { pages } from '@hubbub/contract/platform/pages.ts';
import { viewAuthor } from '#features/accounts/public.ts';
import { numericCursorOf } from '#platform/cursors.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import {
  type AuditRow,
  findNamesOfAccounts,
  insertAuditEntry,
  selectAuditByPosition,
  selectAuditEntries,
} from './audit.queries.ts';

/** Something the team did. It contains only ids, no names: an entry is kept for good, and names are looked up when it's read. */
export interface AuditEntry {
  /** Null: done on the server, with `npm run admin`. */
  actorId: string | null;
  /** A noun and a participle, such as `role.changed` or `member_removed`. */
  action: string;
  /** `user`, or a kind that `app.ts` knows how to name. */
  subject: { kind: string; id: string } | null;
  /** A detail that names nobody, such as the new role. */
  text?: string;
}

/** Adds an entry, in the transaction that performs the action. */
export async function audit(tx: Tx, { actorId, action, subject, text }: AuditEntry): Promise<void> {
  await insertAuditEntry(tx, {
    actor_id: actorId,
    action,
    subject_kind: subject?.kind ?? null,
    subject_id: subject?.id ?? null,
    text: text ?? null,
  });
}

/** The current names and links of things; those that are gone are left out. */
export type FindNames = (db: Db, ids: readonly string[]) => Promise<Map<string, { name: string; url: string | null }>>;

/** How to name the things of later features, by their kind; `app.ts` brings them. */
export type NamesByKind = Readonly<Record<string, FindNames>>;

/**
 * A page of the audit log, newest first, with current names.
 * @throws {HttpError} 400 if `before` can't be an entry's id
 */
export async function listAudit(
  { db }: Platform,
  names: NamesByKind,
  page: { size: number; before?: string | undefined },
): Promise<AuditEntryView[]> {
  const before = numericCursorOf(page.before, "the _id of the previous page's last entry");
  const rows = await selectAuditEntries(db.kysely, { size: page.size, before });
  return await withNames(db.kysely, names, rows);
}

/** The same, by their position among those of the security log. @param page `userId`: whose, and about whom */
export async function listAuditByPosition(
  { db }: Platform,
  names: NamesByKind,
  page: { userId: string | undefined; size: number; before: string },
): Promise<{ position: string; entry: AuditEntryView }[]> {
  const rows = await selectAuditByPosition(db.kysely, page);
  const entries = await withNames(db.kysely, names, rows);
  return rows.flatMap(({ position }, index) => {
    const entry = entries[index];
    return entry ? [{ position, entry }] : [];
  });
}

async function withNames(db: Db, names: NamesByKind, rows: readonly AuditRow[]): Promise<AuditEntryView[]> {
  const subjectsOf = (kind: string) => rows.flatMap((row) => (row.subject_kind === kind ? (row.subject_id ?? []) : []));
  const accounts = new Map(
    (await findNamesOfAccounts(db, [...rows.flatMap(({ actor_id }) => actor_id ?? []), ...subjectsOf('user')])).map(
      (row) => [row.id, viewAuthor(row)],
    ),
  );
  const found = new Map<string, Awaited<ReturnType<FindNames>>>();
  for (const [kind, find] of Object.entries(names)) found.set(kind, await find(db, subjectsOf(kind)));
  const subjectOf = ({ subject_kind: kind, subject_id: id }: AuditRow) => {
    if (kind === null || id === null) return null;
    const account = kind === 'user' ? accounts.get(id) : undefined;
    const name = account ? account.username : (found.get(kind)?.get(id)?.name ?? null);
    return {
      kind,
      id,
      name,
      url: account
        ? pages.profile.path.replace(':username', account.username)
        : (found.get(kind)?.get(id)?.url ?? null),
    };
  };
  return rows.map((row) => ({
    _id: String(row.id),
    created_at: row.created_at.toISOString(),
    actor: (row.actor_id !== null && accounts.get(row.actor_id)) || null,
    on_server: row.actor_id === null,
    action: row.action,
    subject: subjectOf(row),
    text: row.text,
  }));
}
