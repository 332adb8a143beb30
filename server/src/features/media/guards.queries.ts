import { type Condition, eb, fact, row } from '#platform/database/expressions.ts';
import { type Given, sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * Whether the caller may see one of these files, which are variants of one path. Undefined: there's no such session.
 */
export type FileGuard = (tokenHash: Buffer, paths: readonly string[]) => Promise<boolean | undefined>;

/**
 * A statement that decides who may see the private files of one kind of thing.
 * @param maySee whether the caller (`viewer`) sees the thing that shows the given row of media_files
 */
export function fileGuard(name: string, maySee: (isAsked: Condition) => Condition): (platform: Platform) => FileGuard {
  const run = sessionStatement(name, (db, { paths }: Given<{ paths: readonly string[] }>) =>
    db
      .selectFrom('session')
      .select([...sessionColumns, fact(maySee(eb(row('media_files').path, '=', eb.fn.any(paths)))).as('readable')]),
  );
  return ({ db }) =>
    async (tokenHash, paths) =>
      (await run(db.reads, tokenHash, { paths }))?.readable;
}
