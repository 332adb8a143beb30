import { type Condition, eb, fact, row } from '#platform/database/expressions.ts';
import { type Given, sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';
import type { Platform } from '#platform/platform.ts';

/** Whether the caller may see one of these files, which are ways to write one path. Undefined: there's no such session. */
export type FileGuard = (tokenHash: Buffer, paths: readonly string[]) => Promise<boolean | undefined>;

/**
 * Who may see the private files of something, asked in one statement.
 * @param maySee whether the caller (`viewer`) sees something whose row of media_files is asked for
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
