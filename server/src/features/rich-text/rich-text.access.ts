import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { type RawBuilder, sql } from 'kysely';
import { and, type Condition, eb, exists, type Id, type Value } from '#platform/database/expressions.ts';
import { type Json, jsonArray, jsonMembers, jsonObject } from '#platform/database/json.ts';

/** The people a text mentions, from a column of mentions. */
const itemsOf = (mentions: Value<unknown>) =>
  sql<{ value: unknown; ordinality: number }>`json_array_elements(${mentions}) with ordinality`.as<'item'>(
    sql`item(value, ordinality)`,
  );
const part = <T>(name: 'start' | 'end' | 'id'): RawBuilder<T> => sql<T>`(item.value->>${sql.lit(name)})`;
const id = sql<string>`${part('id')}::uuid`;

/** Whether a text mentions a person. The first is a column of mentions. */
export const isMentionedIn = (mentions: Value<unknown>, userId: Id): Condition =>
  and(
    eb(mentions, 'is not', null),
    exists(eb.selectFrom(itemsOf(mentions)).where(part<string>('id'), '=', eb.cast<string>(userId, 'text'))),
  );

/** The ids of the people a text mentions, each once, as an array; the argument is a column of mentions. */
export const idsMentioned = (mentions: Value<unknown>): RawBuilder<string[]> =>
  sql`array(${eb.selectFrom(itemsOf(mentions)).select(id.as('id')).distinct().where(part('id'), 'is not', null)})`;

const nameOf = (name: Value<string | null>, deleted: string) =>
  eb
    .case()
    .when(part('id'), 'is', null)
    .then(sql.lit('"everyone"'))
    .else(sql<string>`coalesce(to_json(${name})::text, ${sql.lit(JSON.stringify(deleted))})`)
    .end();

/**
 * The contract's `mentions` of a text, as a member of an object's JSON text. It costs nothing for a text without mentions, and is empty if
 * the text was changed without updating its mentions. Both are columns.
 */
export function mentionsJson(mentions: Value<unknown>, content: Value<string>): Json {
  const start = sql<number>`${part('start')}::int`;
  const items = eb
    .selectFrom(itemsOf(mentions))
    .leftJoin('users as mentioned', (join) => join.on('mentioned.id', '=', id))
    .select((item) =>
      jsonObject({
        start: part('start'),
        end: part('end'),
        username: nameOf(item.ref('mentioned.username'), deletedUser.username),
        name: nameOf(item.fn.coalesce('mentioned.name', 'mentioned.username'), deletedUser.name),
      }).as('item'),
    )
    .where(
      sql<string>`substr(${content}, ${start} + 1, ${part('end')}::int - ${start})`,
      '~',
      sql.lit('^@[A-Za-z0-9_]+$'),
    )
    .orderBy('item.ordinality');
  return jsonMembers({
    mentions: eb.case().when(mentions, 'is', null).then(sql.lit('[]')).else(jsonArray(items)).end(),
  });
}
