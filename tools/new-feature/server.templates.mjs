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
  summary: "The caller's ${n.words}, newest first, those older than last_id",
  session: 'required',
  query: z.object({ size: shapes.size(limits.page.posts), last_id: shapes.id.optional() }),
  answer: { status: 200, body: z.object({ ${n.table}: z.array(${n.one}) }) },
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

/** An author's newest \`size\`, those older than \`lastId\` if it's given. */
export async function list${n.Many}Of(
  db: Db,
  authorId: string,
  page: { size: number; lastId: string | undefined },
): Promise<${n.One}Row[]> {
  let query = db.selectFrom('${n.table}').selectAll().where('author_id', '=', authorId);
  if (page.lastId !== undefined) query = query.where('id', '<', page.lastId);
  return await query.orderBy('id', 'desc').limit(page.size).execute();
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

export async function remove${n.One}(tx: Tx, id: string): Promise<void> {
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
export function ${n.one}View(row: ${n.One}Row, viewerId: string): ${n.One} {
  return {
    ${n.column}_id: row.id,
    content: row.content,
    created_at: row.created_at.toISOString(),
    viewer: { can_delete: mayDelete${n.One}(viewerId, row) },
  };
}
`;

/** @param {Names} n */
export const service = (n) => `import { notFound } from '#platform/errors/errors.ts';
import { isId, newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import {
  type ${n.One}Row,
  insert${n.One},
  list${n.Many}Of,
  lock${n.One},
  remove${n.One},
} from './${n.noun}.queries.ts';
import { mayDelete${n.One} } from './${n.noun}.rules.ts';

/** One page of a person's ${n.words}. A \`lastId\` that can't be an id ends the list. */
export async function list${n.Many}(
  { db }: Platform,
  authorId: string,
  page: { size: number; lastId: string | undefined },
): Promise<${n.One}Row[]> {
  if (page.lastId !== undefined && !isId(page.lastId)) return [];
  return await list${n.Many}Of(db.kysely, authorId, page);
}

export async function create${n.One}({ db }: Platform, authorId: string, content: string): Promise<${n.One}Row> {
  return await insert${n.One}(db.kysely, { id: newId(), authorId, content });
}

/** @throws {HttpError} 404 if it doesn't exist, or the actor may not delete it */
export async function delete${n.One}({ db }: Platform, actorId: string, id: string): Promise<void> {
  const missing = () => notFound("This ${n.word} doesn't exist.");
  if (!isId(id)) throw missing();
  await db.transaction(async (tx) => {
    const ${n.one} = await lock${n.One}(tx, id);
    if (!${n.one} || !mayDelete${n.One}(actorId, ${n.one})) throw missing();
    await remove${n.One}(tx, id);
  });
}
`;

/** @param {Names} n */
export const routes = (n) => `import * as calls from '@hubbub/contract/features/${n.noun}/${n.noun}.endpoints.ts';
import { type Http, route } from '#platform/http/route.ts';
import { perPerson } from '#platform/rate-limits/rate-limits.ts';
import { create${n.One}, delete${n.One}, list${n.Many} } from './${n.noun}.service.ts';
import { ${n.one}View } from './${n.noun}.view.ts';

/** The calls for ${n.words}. */
export function register${n.Many}Routes(http: Http): void {
  const { platform } = http;

  route(http, calls.list${n.Many}, { limits: [perPerson('reads')] }, async ({ query, session }) => {
    const rows = await list${n.Many}(platform, session.userId, { size: query.size, lastId: query.last_id });
    return { ${n.table}: rows.map((row) => ${n.one}View(row, session.userId)) };
  });

  route(http, calls.create${n.One}, { limits: [perPerson('writes')] }, async ({ body, session }) => ({
    ${n.column}: ${n.one}View(await create${n.One}(platform, session.userId, body.content), session.userId),
  }));

  route(http, calls.delete${n.One}, { limits: [perPerson('writes')] }, async ({ params, session }) => {
    await delete${n.One}(platform, session.userId, params.${n.column}_id);
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

test('the next page begins after last_id', async () => {
  const first = await ada.post('/v1/${n.noun}', { content: 'First' });
  const second = await ada.post('/v1/${n.noun}', { content: 'Second' });
  const page = await ada.get(\`/v1/${n.noun}?size=1&last_id=\${second.body.${n.column}.${n.column}_id}\`);
  expect(page.body.${n.table}).toEqual([first.body.${n.column}]);
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
