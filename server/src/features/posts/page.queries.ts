import type { JsonRow } from '#platform/database/json.ts';
import { sessionOfToken } from '#platform/database/session-statement.ts';

/** How many posts one statement looks through, for a page of five if one in 400 is for it. */
export const lookedThrough = 2000;

/** The last of the posts that a statement looks through, which are those before `$2` in an index; null if there are fewer. */
export const lastOf = (isThere: string): string =>
  `(select posts.id::text from posts where posts.id < $2 and ${isThere} order by posts.id desc offset ${lookedThrough - 1} limit 1)`;

/** What a page's texts, numbers and ends are made of. */
interface PageParts {
  /** A select of `id` and `item`, in order. */
  rows: string;
  size: number;
  /** The last post that was looked at, as text, if the page isn't full: an expression, which is evaluated only then. */
  bound: string;
  /** Which posts there are at all: a condition on a row of posts. */
  isThere: string;
}

/** A select of a page's `items`, their `number`, and the `next` to go on from: null if nothing is older. */
export const pageFrom = ({ rows, size, bound, isThere }: PageParts) =>
  `select counted.items, counted.number, case when counted.number < ${size} then ${bound}
      else (select counted.last from posts where posts.id < counted.last::uuid and ${isThere} limit 1) end as next
    from (select string_agg(list.item, ',') as items, count(*)::int as number, min(list.id::text) as last from (${rows}) list) counted`;

/** The JSON text of `page`, a row of a select of pages. */
export const pageJson = `'{"posts":[' || coalesce(page.items, '') || '],"next":' || coalesce('"' || page.next || '"', 'null') || '}'`;

/** @param page a select of a page @param more further columns */
export const pageText = (page: string, more = '') =>
  `select ${pageJson} as body, page.number, page.next,${more} session.*
    from (${sessionOfToken}) session cross join lateral (${page}) page`;

export type Page = JsonRow & { number: number; next: string | null };

/** How often a page that would be empty is looked for among older posts: existing clients take an empty page for the end. */
const mostLooks = 5;

/** Looks on while a page would be empty and there's more. @param look reads a page */
export async function lookOn<P extends Page>(
  before: string | undefined,
  look: (before: string | undefined) => Promise<P | undefined>,
): Promise<P | undefined> {
  let page = await look(before);
  for (let looks = 0; looks < mostLooks && page?.number === 0 && page.next !== null; looks += 1)
    page = await look(page.next);
  return page;
}
