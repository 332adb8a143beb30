import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Db, Tx } from '#platform/database/database.ts';

/** Pictures of link previews; triggers on texts keep `unused_since` (0105_link_pictures.sql). */
interface LinkPicturesTable {
  path: string;
  unused_since: Date | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    link_pictures: LinkPicturesTable;
  }
}

export async function insertLinkPicture(db: Db, path: string, now: Date): Promise<void> {
  await db.insertInto('link_pictures').values({ path, unused_since: now }).execute();
}

/** How many are swept in one batch. */
const sweptAtOnce = 500;

/** Deletes the rows of some pictures that no text has shown since a time. @returns their paths */
export async function deleteUnusedLinkPictures(tx: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`delete from link_pictures where path in (
      select path from link_pictures where unused_since < ${before} limit ${sql.lit(sweptAtOnce)} for update skip locked
    ) returning path`.execute(tx);
  return rows.map(({ path }) => path);
}

const pageSize = 1000;

/** All pictures of a snapshot, in pages. */
export async function* selectLinkPictures(snapshot: ClientBase): AsyncGenerator<{ path: string; isUsed: boolean }[]> {
  for (let last = ''; ; ) {
    const { rows } = await snapshot.query<{ path: string; isUsed: boolean }>(
      `select path, unused_since is null as "isUsed" from link_pictures where path > $1 order by path limit $2`,
      [last, pageSize],
    );
    yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.path ?? last;
  }
}
