import type { Db } from '#platform/database/database.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    server_keys: { name: string; secret: string };
  }
}

/** A secret of the server's, created at first use; all processes have the same. */
export async function keyOf(db: Db, name: string, make: () => string): Promise<string> {
  const find = () => db.selectFrom('server_keys').select('secret').where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known) return known.secret;
  await db
    .insertInto('server_keys')
    .values({ name, secret: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())?.secret ?? make();
}
