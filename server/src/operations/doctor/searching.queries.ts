import type { ClientBase } from 'pg';

/** The index of the search. */
export interface SearchIndex {
  /** How many texts wait to be indexed. */
  waiting: number;
  /** For each kind, how many of the texts from before the index are in it. */
  filling: { kind: string; done: number; total: number }[];
}

/** Undefined: there's no index yet. */
export async function readSearchIndex(client: ClientBase): Promise<SearchIndex | undefined> {
  const { rows: found } = await client.query(`select from pg_tables where tablename = 'search_filling'`);
  if (found.length === 0) return undefined;
  const { rows } = await client.query<{ waiting: number }>('select count(*)::int as waiting from search_waiting');
  const { rows: filling } = await client.query<{ kind: string; done: number; total: number }>(
    'select kind, done::float8 as done, total::float8 as total from search_filling order by kind',
  );
  return { waiting: rows[0]?.waiting ?? 0, filling };
}
