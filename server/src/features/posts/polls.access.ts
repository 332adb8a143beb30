import { jsonTime } from '#platform/database/json.ts';

/** The contract's `poll` of a post for a viewer, as JSON text. People see the counts once they've answered or the poll has ended. */
export const pollJson = (posts: string, viewerId: string): string =>
  `case when not ${posts}.has_poll then 'null' else coalesce((
    select '{"choices":[' || (
        select string_agg('{"text":' || to_json(choice.text) || ',"votes":' ||
          case when answer.user_id is null and poll.ends_at > now() then 'null' else poll.votes[choice.place]::text end || '}',
          ',' order by choice.place)
        from unnest(poll.choices) with ordinality choice (text, place)
      ) || '],"multiple":' || poll.multiple || ',"ends_at":' || ${jsonTime('poll.ends_at')} ||
      ',"mine":' || coalesce(array_to_json(answer.choices)::text, '[]') || ',"total":' || poll.total || '}'
    from post_polls poll
      left join post_poll_answers answer on answer.post_id = poll.post_id and answer.user_id = ${viewerId}
    where poll.post_id = ${posts}.id), 'null') end`;
