import { sql } from 'kysely';
import { type Condition, eb, exists, type Id, type Row, row, type Value } from '#platform/database/expressions.ts';
import { channel, skipsSlowMode } from './channel.kind.ts';
import type { RoomKind } from './room.kind.ts';

const home = row('rooms', 'home');

const homeOf = (room: Row<'rooms'>) => eb.selectFrom('rooms as home').where('home.id', '=', room.channel_id);

/** A property that a thread has from its channel, now. */
const asInChannel = (room: Row<'rooms'>, is: (channel: Row<'rooms'>) => Condition): Condition =>
  exists(homeOf(room).where(is(home)));

const mayRead = (room: Row<'rooms'>, person: Id): Condition =>
  asInChannel(room, (above) => channel.mayRead(above, row('room_members'), person));

/** The replies to a channel's message, in a room of their own. The channel decides who may do what there. */
export const thread: RoomKind = {
  ...channel,
  name: 'thread',
  hasThreads: false,
  isFollowed: true,
  countsAs: 'threads',
  mayRead: (room, _member, person) => mayRead(room, person),
  mayWrite: (room, person) => mayRead(room, person),
  skipsSlowMode: (room, person) => asInChannel(room, (above) => skipsSlowMode(above, person)),
  mayMentionEveryone: (room, person) => asInChannel(room, (above) => channel.mayMentionEveryone(above, person)),
  mayPin: (room, person) => asInChannel(room, (above) => channel.mayPin(above, person)),
  oversees: (room, person) => asInChannel(room, (above) => channel.oversees(above, person)),
  isMuted: (room, person) =>
    exists(
      eb
        .selectFrom('room_members as above')
        .where('above.room_id', '=', room.channel_id)
        .where('above.user_id', '=', person)
        .where('above.notify', '=', sql.lit('none'))
        .where(eb.fn.coalesce(eb(row('room_members', 'above').notify_until, '>', eb.fn<Date>('now')), eb.lit(true))),
    ),
  nameFor: (room, member, person): Value<string> =>
    sql`(select 'a thread in ' || ${channel.nameFor(home, member, person)} from rooms home where home.id = ${room.channel_id})`,
};
