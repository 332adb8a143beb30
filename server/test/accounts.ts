import type { World } from './harness.ts';

/** Adds activated accounts that nobody logs in to. @returns their ids */
export async function insertUsers(world: Pick<World, 'sql'>, count: number): Promise<string[]> {
  const rows = await world.sql<{ id: string }>(
    `insert into users (id, username, email, password_hash, activated_at)
     select id, 'u_' || left(id::text, 8), id || '@example.org', '', now() from (select gen_random_uuid() as id from generate_series(1, $1::int)) made
     returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}
