import { jsonArray } from '#platform/database/json.ts';
import { mostKinds } from './reactions.rules.ts';

/** A table of reactions: one row for each emoji of each person, with the columns `emoji`, `user_id` and `created_at`. */
export interface ReactionTable {
  table: string;
  /** The column with the id of what was reacted to. */
  thing: string;
}

/** `fits` from the rules, as a condition on two expressions: the id of a thing, and an emoji. */
export const reactionFits = ({ table, thing }: ReactionTable, id: string, emoji: string): string =>
  `(exists (select from ${table} known where known.${thing} = ${id} and known.emoji = ${emoji})
    or (select count(distinct known.emoji) from ${table} known where known.${thing} = ${id}) < ${mostKinds})`;

/**
 * A thing's reactions as JSON text, in the order in which each emoji was first used.
 * @param id an expression: the thing
 * @param viewer an expression: the id of the person they're for; without one they come without `mine`, for events
 */
export const reactionsJson = ({ table, thing }: ReactionTable, id: string, viewer?: string): string =>
  `'[' || coalesce((select string_agg('{"emoji":' || to_json(kind.emoji) || ',"count":' || kind.number${
    viewer === undefined ? '' : ` || ',"mine":' || kind.mine`
  } || '}', ',' order by kind.since, kind.emoji)
    from (select given.emoji, count(*) as number, min(given.created_at) as since${
      viewer === undefined ? '' : `, bool_or(given.user_id = ${viewer})::text as mine`
    } from ${table} given where given.${thing} = ${id} group by given.emoji) kind), '') || ']'`;

/**
 * The same from a stored summary (`reactionsJson` without a viewer), without counting again.
 * @param summary an expression; null: there are no reactions
 */
export const reactionsOfSummary = (
  { table, thing }: ReactionTable,
  id: string,
  summary: string,
  viewer?: string,
): string =>
  viewer === undefined
    ? `coalesce(${summary}::text, '[]')`
    : `case when ${summary} is null then '[]' else ${jsonArray(`
    select left(kind.value::text, -1) || ',"mine":' || exists (
        select from ${table} own where own.${thing} = ${id} and own.user_id = ${viewer} and own.emoji = kind.value->>'emoji'
      )::text || '}' as item
    from json_array_elements(${summary}) with ordinality kind (value, place) order by kind.place`)} end`;
