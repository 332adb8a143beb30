/**
 * @typedef {object} Names
 * @property {string} noun plural, as the folder is called: `book-clubs`
 * @property {string} many in code: `bookClubs`
 * @property {string} Many `BookClubs`
 * @property {string} one `bookClub`
 * @property {string} One `BookClub`
 * @property {string} table `book_clubs`
 * @property {string} column `book_club`
 * @property {string} words for people: `book clubs`
 * @property {string} word `book club`
 */

/** @param {Names} n */
export const endpoints = (n) => `import { z } from 'zod';
import { endpoint } from '../../platform/endpoint.ts';
import { limits } from '../../platform/limits.ts';
import * as shapes from '../../platform/shapes.ts';

const tag = '${n.noun}';

export const ${n.one} = z
  .object({
    ${n.column}_id: shapes.id,
    content: z.string(),
    created_at: shapes.time,
    viewer: z.object({ can_delete: z.boolean() }),
  })
  .meta({ id: '${n.One}' });
export type ${n.One} = z.output<typeof ${n.one}>;

export const ${n.one}Content = shapes.text({
  required: 'Content is required.',
  max: limits.post.text,
  long: \`This should not be more than \${limits.post.text} characters\`,
});

export const list${n.Many} = endpoint({
  method: 'GET',
  path: '/v1/${n.noun}',
  tag,
  summary: "The caller's ${n.words}, newest first; before is the next of the previous page",
  session: 'required',
  query: shapes.page,
  answer: { status: 200, body: z.object({ ${n.table}: z.array(${n.one}), next: shapes.id.nullable() }) },
});

export const create${n.One} = endpoint({
  method: 'POST',
  path: '/v1/${n.noun}',
  tag,
  summary: 'A new ${n.word}',
  session: 'required',
  body: z.object({ content: ${n.one}Content }),
  answer: { status: 201, body: z.object({ ${n.column}: ${n.one} }) },
  errors: [422],
});

export const delete${n.One} = endpoint({
  method: 'DELETE',
  path: '/v1/${n.noun}/:${n.column}_id',
  tag,
  summary: 'Delete a ${n.word}; only its author can',
  session: 'required',
  params: z.object({ ${n.column}_id: shapes.id }),
  answer: { status: 200, body: shapes.empty },
  errors: [404],
});
`;

/** @param {Names} n */
export const migration = (n) => `create table ${n.table} (
  id uuid primary key,
  author_id uuid not null references users (id) on delete cascade,
  content text not null,
  created_at timestamptz not null default now()
);
create index ${n.table}_author_id on ${n.table} (author_id, id desc);
`;

/** @param {Names} n */
export const queries = (n) => `import type { Generated, Selectable } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';

interface ${n.Many}Table {
  id: string;
  author_id: string;
  content: string;
  created_at: Generated<Date>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    ${n.table}: ${n.Many}Table;
  }
}

export type ${n.One}Row = Selectable<${n.Many}Table>;

/** An author's newest \`size\`, or those before \`before\`. */
export async function select${n.Many}(
  db: Db,
  authorId: string,
  { size, before }: { size: number; before: string | undefined },
): Promise<${n.One}Row[]> {
  return await db
    .selectFrom('${n.table}')
    .selectAll()
    .where('author_id', '=', authorId)
    .$if(before !== undefined, (query) => query.where('id', '<', before as string))
    .orderBy('id', 'desc')
    .limit(size)
    .execute();
}

export async function insert${n.One}(
  db: Db,
  ${n.one}: { id: string; authorId: string; content: string },
): Promise<${n.One}Row> {
  return await db
    .insertInto('${n.table}')
    .values({ id: ${n.one}.id, author_id: ${n.one}.authorId, content: ${n.one}.content })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locked until the transaction ends. */
export async function lock${n.One}(tx: Tx, id: string): Promise<${n.One}Row | undefined> {
  return await tx.selectFrom('${n.table}').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function delete${n.One}Row(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('${n.table}').where('id', '=', id).execute();
}
`;

/** @param {Names} n */
export const rules = (n) => `import type { ${n.One}Row } from './${n.noun}.queries.ts';

/** Only the author of a ${n.word} may delete it. */
export function mayDelete${n.One}(actorId: string, ${n.one}: Pick<${n.One}Row, 'author_id'>): boolean {
  return ${n.one}.author_id === actorId;
}
`;

/** @param {Names} n */
export const rulesTest = (n) => `import { expect, test } from 'vitest';
import { mayDelete${n.One} } from './${n.noun}.rules.ts';

test('Only the author of a ${n.word} may delete it', () => {
  expect(mayDelete${n.One}('ada', { author_id: 'ada' })).toBe(true);
  expect(mayDelete${n.One}('ben', { author_id: 'ada' })).toBe(false);
});
`;

/** @param {Names} n */
export const view = (n) => `import type { ${n.One} } from '@hubbub/contract/features/${n.noun}/${n.noun}.endpoints.ts';
import type { ${n.One}Row } from './${n.noun}.queries.ts';
import { mayDelete${n.One} } from './${n.noun}.rules.ts';

/** A ${n.word} as the viewer sees it. */
export function view${n.One}(row: ${n.One}Row, viewerId: string): ${n.One} {
  return {
    ${n.column}_id: row.id,
    content: row.content,
    created_at: row.created_at.toISOString(),
    viewer: { can_delete: mayDelete${n.One}(viewerId, row) },
  };
}
`;

/** @param {Names} n */
export const service = (
  n,
) => `import type { ${n.One} } from '@hubbub/contract/features/${n.noun}/${n.noun}.endpoints.ts';
import { malformed, notFound } from '#platform/errors/errors.ts';
import { isId, newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { delete${n.One}Row, insert${n.One}, lock${n.One}, select${n.Many} } from './${n.noun}.queries.ts';
import { mayDelete${n.One} } from './${n.noun}.rules.ts';
import { view${n.One} } from './${n.noun}.view.ts';

/** A page of the caller's ${n.words}. @throws {HttpError} 400 if \`before\` can't be the id of a ${n.word} */
export async function list${n.Many}(
  { db }: Platform,
  { userId }: Session,
  { size, before }: { size: number; before?: string | undefined },
): Promise<{ ${n.table}: ${n.One}[]; next: string | null }> {
  if (before !== undefined && !isId(before)) throw malformed({ before: 'before must be the next of the previous page' });
  // One more says whether there's another page.
  const rows = await select${n.Many}(db.kysely, userId, { size: size + 1, before });
  const shown = rows.slice(0, size);
  return {
    ${n.table}: shown.map((row) => view${n.One}(row, userId)),
    next: rows.length > size ? (shown.at(-1)?.id ?? null) : null,
  };
}

export async function create${n.One}({ db }: Platform, { userId }: Session, content: string): Promise<${n.One}> {
  return view${n.One}(await insert${n.One}(db.kysely, { id: newId(), authorId: userId, content }), userId);
}

/** @throws {HttpError} 404 if it doesn't exist, or the caller may not delete it */
export async function delete${n.One}({ db }: Platform, { userId }: Session, id: string): Promise<void> {
  const missing = () => notFound("This ${n.word} doesn't exist.");
  if (!isId(id)) throw missing();
  await db.transaction(async (tx) => {
    const ${n.one} = await lock${n.One}(tx, id);
    if (!${n.one} || !mayDelete${n.One}(userId, ${n.one})) throw missing();
    await delete${n.One}Row(tx, id);
  });
}
`;

/** @param {Names} n */
export const routes = (n) => `import * as calls from '@hubbub/contract/features/${n.noun}/${n.noun}.endpoints.ts';
import { type Http, route } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { create${n.One}, delete${n.One}, list${n.Many} } from './${n.noun}.service.ts';

/** The calls for ${n.words}. */
export function register${n.Many}Routes(http: Http): void {
  const { platform } = http;

  route(http, calls.list${n.Many}, { limits: [perPerson('reads')] }, ({ query, session }) =>
    list${n.Many}(platform, session, query),
  );

  route(http, calls.create${n.One}, { limits: [perPerson('writes')] }, async ({ body, session }) => ({
    ${n.column}: await create${n.One}(platform, session, body.content),
  }));

  route(http, calls.delete${n.One}, { limits: [perPerson('writes')] }, async ({ params, session }) => {
    await delete${n.One}(platform, session, params.${n.column}_id);
    return {};
  });
}
`;

/** Rows for the access matrix: who gets which status. @param {Names} n */
export const matrixRows = (n) => `
  // ${n.noun}
  list${n.Many}: { request: () => ({ path: '/v1/${n.noun}' }), ...people(200) },
  create${n.One}: { request: () => ({ path: '/v1/${n.noun}', body: { content: 'Hello' } }), ...people(201) },
  // One that is not there; ${n.noun}.api.test.ts deletes one that is.
  delete${n.One}: { request: () => ({ path: '/v1/${n.noun}/nothing' }), ...people(404) },`;

/** Rows for the calls that are sent several times at once. @param {Names} n */
export const repeatedRows = (n) => `
  // ${n.noun}
  create${n.One}: { anew: 'a ${n.word}' },
  delete${n.One}: {
    async prepare({ ada: one }) {
      const { body } = await one.post('/v1/${n.noun}', { content: 'Hello' });
      return { by: one, path: \`/v1/${n.noun}/\${body.${n.column}.${n.column}_id}\` };
    },
    others: gone,
  },`;

/** @param {Names} n */
export const publicFile = (n) => `/** Nothing: no later feature needs ${n.words} yet. */
export {};
`;

/** @param {Names} n */
export const apiTest = (n) => `import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type Person, type World } from '../../../test/harness.ts';

let world: World;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await world.person('ada');
  ben = await world.person('ben');
});
afterAll(() => world.close());

test("a new ${n.word} comes first in its author's list, and in nobody else's", async () => {
  const created = await ada.post('/v1/${n.noun}', { content: 'Hello' });
  expect(created.status).toBe(201);
  expect(created.body.${n.column}).toMatchObject({ content: 'Hello', viewer: { can_delete: true } });
  expect((await ada.get('/v1/${n.noun}')).body.${n.table}[0]).toEqual(created.body.${n.column});
  expect((await ben.get('/v1/${n.noun}')).body.${n.table}).toEqual([]);
});

test('a page ends with next, where the following one begins; the last page has none', async () => {
  const cleo = await world.person('cleo');
  const first = await cleo.post('/v1/${n.noun}', { content: 'First' });
  const second = await cleo.post('/v1/${n.noun}', { content: 'Second' });
  const newest = await cleo.get('/v1/${n.noun}?size=1');
  expect(newest.body).toEqual({ ${n.table}: [second.body.${n.column}], next: second.body.${n.column}.${n.column}_id });
  const rest = await cleo.get(\`/v1/${n.noun}?size=1&before=\${newest.body.next}\`);
  expect(rest.body).toEqual({ ${n.table}: [first.body.${n.column}], next: null });
  expect((await cleo.get('/v1/${n.noun}?before=nothing')).status).toBe(400);
});

test('blank content is refused', async () => {
  const answer = await ada.post('/v1/${n.noun}', { content: '  ' });
  expect(answer.status).toBe(422);
  expect(answer.body).toEqual({ error: { content: 'Content is required.' } });
});

test('only the author may delete it', async () => {
  const { body } = await ada.post('/v1/${n.noun}', { content: 'Mine' });
  const path = \`/v1/${n.noun}/\${body.${n.column}.${n.column}_id}\`;
  expect((await ben.delete(path)).status).toBe(404);
  expect((await ada.delete(path)).status).toBe(200);
  expect((await ada.delete(path)).status).toBe(404);
  expect((await ada.delete('/v1/${n.noun}/nothing')).status).toBe(404);
});

test('without a session nothing is answered', async () => {
  expect((await world.stranger().get('/v1/${n.noun}')).status).toBe(401);
  expect((await world.stranger().post('/v1/${n.noun}', { content: 'Hello' })).status).toBe(401);
});
`;
