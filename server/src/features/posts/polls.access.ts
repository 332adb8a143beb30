import { sql } from 'kysely';
import { eb, type Id, not, type Row, type Value } from '#platform/database/expressions.ts';
import { jsonArray, jsonObject, jsonString, jsonTime } from '#platform/database/json.ts';

/** The contract's `poll` of a post for a viewer, as JSON text. People see the counts once they've answered or the poll has ended. */
export const pollJson = (posts: Row<'posts'>, viewerId: Id): Value<string> => {
  const poll = eb
    .selectFrom('post_polls as poll')
    .leftJoin('post_poll_answers as answer', (join) =>
      join.onRef('answer.post_id', '=', 'poll.post_id').on('answer.user_id', '=', viewerId),
    )
    .select((poll) => {
      const areCountsHidden = poll.and([
        poll('answer.user_id', 'is', null),
        poll('poll.ends_at', '>', poll.fn<Date>('now')),
      ]);
      const choices = poll
        .selectFrom(
          sql<{ text: string; ordinality: number }>`unnest(poll.choices) with ordinality`.as<'choice'>(
            sql`choice(text, ordinality)`,
          ),
        )
        .select((choice) =>
          jsonObject({
            text: jsonString(choice.ref('choice.text')),
            votes: choice
              .case()
              .when(areCountsHidden)
              .then(sql.lit('null'))
              .else(sql<string>`poll.votes[choice.ordinality]::text`)
              .end(),
          }).as('item'),
        )
        .orderBy('choice.ordinality');
      return jsonObject({
        choices: jsonArray(choices),
        multiple: poll.ref('poll.multiple'),
        ends_at: jsonTime(poll.ref('poll.ends_at')),
        mine: sql`coalesce(array_to_json(answer.choices)::text, '[]')`,
        total: poll.ref('poll.total'),
      }).as('json');
    })
    .where('poll.post_id', '=', posts.id);
  const json = eb.fn.coalesce(poll.$castTo<{ json: string }>(), sql.lit('null'));
  return eb.case().when(not(posts.has_poll)).then(sql.lit('null')).else(json).end();
};
