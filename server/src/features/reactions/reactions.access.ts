import { sql } from 'kysely';
import { type Condition, eb, exists, type Id, or, type Value } from '#platform/database/expressions.ts';
import { jsonArray, jsonObject, jsonString, jsonText } from '#platform/database/json.ts';
import { mostKinds } from './reactions.rules.ts';

/** A table of reactions: one row for each emoji of each person. */
export interface ReactionTable {
  table: string;
  /** The column with the id of what was reacted to. */
  thing: string;
}

interface ReactionRow {
  emoji: string;
  user_id: string;
  created_at: Date;
}

/** The reactions to a thing. */
export const reactionsTo = ({ table, thing }: ReactionTable, id: Value<unknown>) =>
  eb.selectFrom(sql<ReactionRow>`${sql.table(table)}`.as('reacted')).where(sql.ref(`reacted.${thing}`), '=', id);

/** `fits` from the rules: whether an emoji can be added to the reactions to a thing. */
export function reactionFits(reactions: ReactionTable, id: Value<unknown>, emoji: Value<string>): Condition {
  const kinds = reactionsTo(reactions, id).select((reacted) =>
    reacted.fn.count<number>('reacted.emoji').distinct().as('kinds'),
  );
  return or(exists(reactionsTo(reactions, id).where('reacted.emoji', '=', emoji)), eb(kinds, '<', eb.lit(mostKinds)));
}

/**
 * A thing's reactions as JSON text, in the order in which each emoji was first used.
 * @param viewer the person they're for; without one they come without `mine`, for events
 */
export function reactionsJson(reactions: ReactionTable, id: Value<unknown>, viewer?: Id): Value<string> {
  const kinds = reactionsTo(reactions, id)
    .select((reacted) => [
      'reacted.emoji',
      reacted.fn.countAll().as('number'),
      reacted.fn.min('reacted.created_at').as('since'),
      ...(viewer ? [reacted.fn.agg<boolean>('bool_or', [reacted('reacted.user_id', '=', viewer)]).as('mine')] : []),
    ])
    .groupBy('reacted.emoji');
  const ref = (column: string) => sql.ref(`kind.${column}`);
  return jsonArray(
    eb
      .selectFrom(kinds.as('kind'))
      .select(
        jsonObject({
          emoji: jsonString(ref('emoji')),
          count: ref('number'),
          ...(viewer && { mine: ref('mine') }),
        }).as('item'),
      )
      .orderBy('kind.since')
      .orderBy('kind.emoji'),
  );
}

/**
 * The same from a stored summary (`reactionsJson` without a viewer), without counting again.
 * @param summary null: there are no reactions
 */
export function reactionsOfSummary(
  reactions: ReactionTable,
  id: Value<unknown>,
  summary: Value<unknown>,
  viewer?: Id,
): Value<string> {
  if (!viewer) return sql<string>`coalesce(${summary}::text, '[]')`;
  const own = reactionsTo(reactions, id)
    .where('reacted.user_id', '=', viewer)
    .where('reacted.emoji', '=', sql<string>`kind.value->>'emoji'`);
  const kinds = eb
    .selectFrom(
      sql<{ ordinality: number }>`json_array_elements(${summary}) with ordinality`.as<'kind'>(
        sql`kind(value, ordinality)`,
      ),
    )
    .select(jsonText(sql`left(kind.value::text, -1)`, ',"mine":', exists(own), '}').as('item'))
    .orderBy('kind.ordinality');
  return eb.case().when(summary, 'is', null).then(sql.lit('[]')).else(jsonArray(kinds)).end();
}
