import { sql } from 'kysely';
import type { Db, Hot } from '#platform/database/database.ts';
import { eb, row } from '#platform/database/expressions.ts';
import { type Given, sessionColumns, sessionStatement, viewer } from '#platform/database/session-statement.ts';
import { isKnownTo } from './communities.access.ts';

/** Communities, at most a hundred, that are private and whose picture anybody with its path could load. The index has this condition. */
export async function listOpenPictures(db: Db): Promise<{ id: string }[]> {
  return await db
    .selectFrom('communities')
    .select('id')
    .where('visibility', '=', sql.lit('private'))
    .where('profile_path', 'not like', sql.lit('%-private%'))
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
          .where('media_files.path', '=', eb.fn.any(paths))
          .whereRef('communities.profile_path', '=', 'media_files.path')
          .where(isKnownTo(row('communities'), viewer)),
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
