import type { Db } from './database.ts';

/** A person's own rows of one kind for their archive, in pages, so that they're never all in memory. */
export type OwnRows<Row> = (db: Db, userId: string) => AsyncGenerator<Row[]>;

/**
 * Reads a person's own rows in pages by keyset.
 * @param read a page after a row (undefined: the first); it's the last one if it has fewer rows than `size`
 */
export function ownRows<Row>(
  size: number,
  read: (db: Db, at: { userId: string; after: Row | undefined; size: number }) => Promise<Row[]>,
): OwnRows<Row> {
  return async function* pages(db, userId) {
    let after: Row | undefined;
    for (;;) {
      const rows = await read(db, { userId, after, size });
      if (rows.length > 0) yield rows;
      if (rows.length < size) return;
      after = rows.at(-1);
    }
  };
}
