import { type QueryCreator, sql } from 'kysely';
import { builder, byKey, type Condition, eb, type Id, row, type Value } from '#platform/database/expressions.ts';
import { type Json, type JsonRow, jsonObject, jsonText } from '#platform/database/json.ts';
import type { Tables } from '#platform/database/tables.ts';

/** How many posts one statement reads: enough for a page of five if the reader sees one in 400. */
export const lookedThrough = 2000;

/** The newest posts of an index before a given one, as many as one statement reads. */
export const newestBefore = (before: Id, isThere: Condition) =>
  eb.selectFrom('posts').where('posts.id', '<', before).where(isThere).orderBy('posts.id', 'desc');

/** The last of the posts that a statement reads, as text; null if there are fewer. */
export const lastOf = (before: Id, isThere: Condition) =>
  newestBefore(before, isThere)
    .select(eb.cast<string>(row('posts').id, 'text').as('last'))
    .offset(lookedThrough - 1)
    .limit(1);

/** The parts of a page's statement. */
interface PageParts {
  /** In order. */
  rows: Value<{ id: string; item: string }>;
  size: number;
  /** The last post that was read, as text; only evaluated if the page isn't full. */
  bound: Value<{ last: string }>;
  /** The condition on all posts that can be on the page. */
  isThere: Condition;
}

/** A select of a page's `items`, their `number`, and the `next` to continue from: null if nothing is older. */
export const pageFrom = ({ rows, size, bound, isThere }: PageParts, db: QueryCreator<Tables> = builder) => {
  const counted = eb
    .selectFrom(rows.as('list'))
    .select((list) => [
      list.fn.agg<string | null>('string_agg', ['list.item', sql.lit(',')]).as('items'),
      list.cast<number>(list.fn.countAll(), 'integer').as('number'),
      list.fn.min(list.cast<string>('list.id', 'text')).as('last'),
    ]);
  // Without an offset, `next` would be evaluated once for every place that names it.
  return db
    .selectFrom(counted.as('counted'))
    .offset(byKey)
    .select((page) => {
      const oldest = page.selectFrom('posts').select('posts.id').where(isThere).orderBy('posts.id').limit(1);
      return [
        'counted.items',
        'counted.number',
        page
          .case()
          .when('counted.number', '<', size)
          .then(bound)
          .when(page.cast<string>('counted.last', 'uuid'), '>', oldest)
          .then(page.ref('counted.last'))
          .end()
          .as('next'),
      ];
    });
};

/** The JSON text of `page`, a row of a select of pages. */
export const pageJson: Json = jsonObject({
  posts: jsonText('[', sql`coalesce(page.items, '')`, ']'),
  next: sql`coalesce('"' || page.next || '"', 'null')`,
});

export type Page = JsonRow & { number: number; next: string | null };

/** How many more pages are tried after an empty one: existing clients take an empty page for the end. */
const mostLooks = 5;

/** Reads further pages while they're empty and there's more. @param look reads a page */
export async function lookOn<P extends Page>(
  before: string | undefined,
  look: (before: string | undefined) => Promise<P | undefined>,
): Promise<P | undefined> {
  let page = await look(before);
  for (let looks = 0; looks < mostLooks && page?.number === 0 && page.next !== null; looks += 1)
    page = await look(page.next);
  return page;
}
