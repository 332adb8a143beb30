import { mostKinds } from '#features/reactions/public.ts';
import type { Hot, Statement } from '#platform/database/database.ts';
import { roomLock } from './changes.queries.ts';
import { takingReactions } from './messages.rules.ts';
import { type ReactingRow, type ReactionAsked, reactingSql } from './reactions.queries.ts';
import type { ReportableRooms } from './rooms.queries.ts';

/** Somebody who reacts, and to what, as it was before. */
export interface AddedRow extends ReactingRow {
  /** Whether the account is still there. */
  isThere: boolean;
  /** The message's new revision, and what it has now. Null: reactions to it weren't added. */
  now_revision: number | null;
  now_kinds: ReactingRow['kinds'];
}

/** A reaction to add; null instead of what isn't an emoji. */
export type ReactionToAdd = Omit<ReactionAsked, 'emoji'> & { emoji: string | null };

/** Whether a row of `found` says that a reaction is to be added: nothing in `obstaclesToReacting`, and it isn't there yet. */
const isAdded = `found."isReached" and found.kind is not null and found.emoji is not null and found.emoji <> all(found.own)
  and ${Object.entries(takingReactions)
    .map(([gate, wanted]) => `${wanted ? '' : 'not '}found."${gate}"`)
    .join(' and ')}`;

/** What a row of `met`, a message, has of each emoji with what's added, as JSON text, and how many kinds that are. */
const summed = `select string_agg('{"emoji":' || to_json(kind.emoji) || ',"count":' || kind.count || '}', ',' order by kind.place) as items,
    count(*) as number
  from (
    select given.emoji, sum(given.count) as count, min(given.place) as place from (
      select known.emoji, known.count, known.place - ${mostKinds} as place
      from rows from (json_to_recordset(met.kinds) as (emoji text, count bigint)) with ordinality known (emoji, count, place)
      union all select given.emoji, 1, given.place from given where given.id = met.id
    ) given group by given.emoji
  ) kind`;

/**
 * One statement, like that which stores messages, so that the next reactions are read while these are answered. It sees what was there
 * before it got its locks. So a message changes only if its latest change is still the one that was seen.
 */
const addStatement = (kinds: readonly ReportableRooms[]): Statement => ({
  name: 'messages-react',
  text: `with found as materialized (
      ${reactingSql(kinds, 'asked.place, (select $3::text[])[asked.place] as emoji')
        .replace('$ids', '(select $1::bigint[])')
        .replace('$tokens', '(select $2::bytea[])')}
    ),
    held as materialized (
      select users.id, users.username from users where users.id in (select found.user_id from found) order by users.id for key share
    ),
    given as materialized (
      select distinct on (found.id, found.user_id, found.emoji) found.id, found.room_id, found.revision as seen, found.kinds, found.place,
        found.user_id, found.emoji, found."hasSender" and not found."isOwn" as is_told
      from found join held on held.id = found.user_id where ${isAdded}
      order by found.id, found.user_id, found.emoji, found.place
    ),
    met as materialized (
      select distinct on (given.room_id, given.id) given.* from given order by given.room_id, given.id
    ),
    locked as materialized (
      select ${roomLock('room.id')} from (select distinct met.room_id as id from met order by met.room_id) room
    ),
    changed as (
      update messages set reactions = ('[' || summed.items || ']')::json, revision = nextval('message_ids')
      from (select count(*) from locked) locks cross join met cross join lateral (${summed}) summed
      where messages.room_id = met.room_id and messages.id = met.id and coalesce(messages.revision, messages.id) = met.seen
        and summed.number <= ${mostKinds}
      returning messages.id, messages.revision, messages.reactions
    ),
    stored as (
      insert into message_reactions (message_id, user_id, emoji, created_at)
      select given.id, given.user_id, given.emoji, timestamptz 'epoch' + ($4::bigint + given.place) * interval '1 microsecond'
      from given where given.id in (select changed.id from changed)
    ),
    untold as (
      insert into untold_reactions (message_id, user_id)
      select given.id, given.user_id from given where given.is_told and given.id in (select changed.id from changed)
    )
    select found.*, held.id is not null as "isThere", held.username, changed.revision as now_revision, changed.reactions as now_kinds
    from found left join held on held.id = found.user_id left join changed on changed.id = found.id order by found.place`,
});

/** Opens what adds reactions of which none is taken back: a row for each of them, in their order. */
export function reactionAdder(kinds: readonly ReportableRooms[]) {
  const statement = addStatement(kinds);
  /** @param since microseconds since 1970: one for each from here on */
  return (hot: Hot, asked: readonly ReactionToAdd[], since: number): Promise<AddedRow[]> =>
    hot.query<AddedRow>(statement, [
      asked.map(({ id }) => id),
      asked.map(({ tokenHash }) => tokenHash),
      asked.map(({ emoji }) => emoji),
      since - 1,
    ]);
}
