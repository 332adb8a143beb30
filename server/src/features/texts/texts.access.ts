import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';
import { jsonArray } from '#platform/database/json.ts';

/** Whether a text mentions a person, whose id is the expression; the first is a column of mentions. */
export const isMentionedIn = (mentions: string, userId: string): string =>
  `(${mentions} is not null and exists (
    select from json_array_elements(${mentions}) item where item.value->>'id' = (${userId})::text))`;

/** The ids of the people a text mentions, each once, as an array; the argument is a column of mentions. */
export const idsMentioned = (mentions: string): string =>
  `array(select distinct (item.value->>'id')::uuid from json_array_elements(${mentions}) item where item.value->>'id' is not null)`;

const one = `(item.value->>'id')`;
const nameOf = (column: string, deleted: string) =>
  `case when ${one} is null then '"everyone"' else coalesce(to_json(${column})::text, '"${deleted}"') end`;

/**
 * The contract's `mentions` of a text, as the end of an object's JSON text. A text without any costs nothing, and one that has changed
 * without its mentions has none. Both are columns.
 */
export const mentionsJson = (mentions: string, content: string): string =>
  `',"mentions":' || case when ${mentions} is null then '[]' else ${jsonArray(`
    select '{"start":' || (item.value->>'start') || ',"end":' || (item.value->>'end') ||
      ',"username":' || ${nameOf('mentioned.username', deletedUser.username)} ||
      ',"name":' || ${nameOf('coalesce(mentioned.name, mentioned.username)', deletedUser.name)} || '}' as item
    from json_array_elements(${mentions}) with ordinality item (value, place)
    left join users mentioned on mentioned.id = ${one}::uuid
    where substr(${content}, (item.value->>'start')::int + 1, (item.value->>'end')::int - (item.value->>'start')::int) ~ '^@[A-Za-z0-9_]+$'
    order by item.place`)} end`;
