import type { Pipeline } from '#platform/database/database.ts';
import { type Given, sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';

const statement = sessionStatement('media-unfinished', (db, { path }: Given<{ path: string }>) =>
  db
    .selectFrom('session')
    .select((session) => [
      ...sessionColumns,
      session
        .exists(
          session
            .selectFrom('media_files')
            .select('media_files.id')
            .where('media_files.path', '=', path)
            .whereRef('media_files.owner_id', '=', 'session.user_id')
            .where('media_files.metadata', '=', 'kept'),
        )
        .as('isUnfinished'),
    ]),
);

/** The caller, if the recording at a path is theirs and its metadata is still being removed. */
export async function findOwnUnfinished(
  pipeline: Pipeline,
  tokenHash: Buffer,
  path: string,
): Promise<string | undefined> {
  const row = await statement(pipeline, tokenHash, { path });
  return row?.isUnfinished ? row.user_id : undefined;
}
