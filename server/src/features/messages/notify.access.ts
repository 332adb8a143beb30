/** How much of a kind of room people are told who haven't chosen. */
export type Otherwise = 'all' | 'mentions';

/** The id that stands for everyone among those whom a message mentions, as in 0081_unread.sql. */
const everyone = `'00000000-0000-0000-0000-000000000000'::uuid`;

/**
 * How much of a room a person wants to be told now, as text. The room and the person are expressions whose values are ids. In a list, the
 * first part is evaluated once, so that it costs nothing for the many who have never chosen.
 */
export const notifyOf = (room: string, person: string, otherwise: Otherwise): string =>
  `case when exists (select from room_notify known where known.user_id = ${person})
    then coalesce((select chosen.notify from room_notify chosen where chosen.user_id = ${person} and chosen.room_id = ${room}
      and (chosen.until is null or chosen.until > now())), '${otherwise}') else '${otherwise}' end`;

/** When the first of a person's choices for rooms ends, an expression: null if none does. */
export const nextNotifyEnd = (person: string): string =>
  `(select min(chosen.until) from room_notify chosen where chosen.user_id = ${person} and chosen.until > now())`;

/**
 * The messages in a room after one that mention a person, or everyone there; removed ones and the person's own don't. All three are
 * expressions: two ids and a message's number. @param isTold a condition on the sender: whether the person hears of them
 */
export const mentioning = (
  { room, person, after }: { room: string; person: string; after: string },
  isTold: (sender: string) => string,
): string =>
  `select mentioning.id from message_mentions mention
    join messages mentioning on mentioning.room_id = mention.room_id and mentioning.id = mention.message_id
    where mention.user_id in (${person}, ${everyone}) and mention.room_id = ${room} and mention.message_id > ${after}
      and mentioning.sender_id <> ${person} and mentioning.removal is null and ${isTold('mentioning.sender_id')}`;

/** Whether a room may mention a person, or everyone, after a message: a quick look before `mentioning`. All are expressions. */
export const mayMention = (room: string, person: string, after: string): string =>
  `exists (select from message_mentions mention where mention.user_id in (${person}, ${everyone})
    and mention.room_id = ${room} and mention.message_id > ${after})`;

/** How people are told of a kind of room's messages. All are expressions: two ids and a message's number. */
export interface TellingRooms {
  /** A select of the `user_id` of those who want to be told of every message. */
  followers: (room: string) => string;
  /** Whether a person is told of anything there: they haven't muted it. */
  tellsOf: (room: string, person: string) => string;
  /** Whether a person has read a message. */
  isRead: (room: string, person: string, message: string) => string;
}

/** Whether a message mentions a person, or everyone. All three are expressions: two ids and a message's number. */
export const mentionsOf = (room: string, message: string, person: string): string =>
  `exists (select from message_mentions mention where mention.room_id = ${room} and mention.message_id = ${message}
    and mention.user_id in (${person}, ${everyone}))`;
