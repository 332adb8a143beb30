import type { Db } from '#platform/database/database.ts';

interface ProofSecretTable {
  is_only: boolean;
  secret: string;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    proof_secret: ProofSecretTable;
  }
}

/** The secret that all processes share; the first to ask stores its own. */
export async function shareSecret(db: Db, own: string): Promise<string> {
  await db
    .insertInto('proof_secret')
    .values({ is_only: true, secret: own })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom('proof_secret').select('secret').executeTakeFirstOrThrow()).secret;
}
