import { sql } from 'kysely';
import type { Db, Hot } from '#platform/database/database.ts';
import { type Given, sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';
import { isKnownToText } from './communities.access.ts';

/** Communities, at most a hundred, that are private and whose picture anybody with its path could load. The index has this condition. */
export async function listOpenPictures(db: Db): Promise<{ id: string }[]> {
  return await db
    .selectFrom('communities')
    .select('id')
    .where(sql<boolean>`visibility = 'private' and profile_path not like '%-private%'`)
    .limit(100)
    .execute();
}

const pictureStatement = sessionStatement('communities-picture', (db, { paths }: Given<{ paths: readonly string[] }>) =>
  db.selectFrom('session').select((session) => [
    ...sessionColumns,
    session
      .exists(
        session
          .selectFrom('media_files')
          .innerJoin('communities', 'communities.id', 'media_files.owner_id')
          .select('communities.id')
          .where(sql<boolean>`media_files.path = any(${paths}::text[])`)
          .whereRef('communities.profile_path', '=', 'media_files.path')
          .where(sql.raw<boolean>(isKnownToText('communities', 'session.user_id'))),
      )
      .as('readable'),
  ]),
);

/** Whether one of these files is the picture of a community that the caller may know of. Undefined: there's no such session. */
export async function readablePicture(
  hot: Hot,
  tokenHash: Buffer,
  paths: readonly string[],
): Promise<boolean | undefined> {
  const row = await pictureStatement(hot, tokenHash, { paths });
  return row && Boolean(row.readable);
}
