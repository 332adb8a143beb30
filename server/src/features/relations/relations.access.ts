import { sql } from 'kysely';
import { isAway } from '#features/accounts/public.ts';
import { and, byKey, type Condition, eb, exists, type Id, not, type Value } from '#platform/database/expressions.ts';

/** Who sees whom. */

/**
 * Whether a person has one of these relations with another. In a list, the first part is evaluated once, so that it costs nothing for the
 * many people who have none.
 */
const related = (viewer: Id, other: Id, ...kinds: ('block' | 'blocked_by' | 'mute')[]): Condition => {
  // The first one, not `exists`: where few people have very many, PostgreSQL would search the whole table for one of theirs.
  const first = eb
    .selectFrom('relations as known')
    .select('known.other_id')
    .where('known.user_id', '=', viewer)
    .orderBy('known.other_id')
    .limit(sql.lit(1));
  const theirs = eb
    .selectFrom('relations as related')
    .where('related.user_id', '=', viewer)
    .where('related.other_id', '=', other);
  const ofKind = kinds.length > 0 ? theirs.where('related.kind', 'in', kinds) : theirs;
  return and(eb(first, 'is not', null), exists(ofKind.offset(byKey)));
};

/** Whether neither has blocked the other: `isNotApart` from the rules. */
export const notApart = (viewer: Id, author: Id): Condition => not(related(viewer, author, 'block', 'blocked_by'));

/** Whether a viewer sees a person and what they posted: neither has blocked the other, and the person isn't away. `isVisibleTo` from the rules. */
export const visibleTo = (viewer: Id, author: Id): Condition => and(notApart(viewer, author), not(isAway(author)));

/** Whether neither is away and neither has blocked the other, so that they can write to each other. */
export const together = (one: Id, other: Id): Condition => and(visibleTo(one, other), not(isAway(one)));

/** Whether, besides `notApart`, the viewer hasn't muted the author. */
export const notMutedOrApart = (viewer: Id, author: Id): Condition => not(related(viewer, author));

/** Whether, besides `visibleTo`, the viewer hasn't muted the author: `isInFeedOf` from the rules. */
export const inFeedOf = (viewer: Id, author: Id): Condition =>
  and(notMutedOrApart(viewer, author), not(isAway(author)));

/** Whether the viewer has muted the other person. */
export const mutedBy = (viewer: Id, other: Id): Condition => related(viewer, other, 'mute');

/** Whether the viewer has blocked the sender, whose messages in shared rooms are hidden then: `isHiddenFrom` from the rules. */
export const hiddenFrom = (viewer: Id, sender: Id): Condition => related(viewer, sender, 'block');

/** Whether a person shows something about themselves: their own choice, or else the site's default. */
const shows = (what: 'read_marks' | 'presence', person: Id): Condition =>
  eb.fn.coalesce(
    eb.selectFrom('privacy').select(`privacy.${what}`).where('privacy.user_id', '=', person),
    eb.selectFrom('site').select(`site.default_${what}`),
    eb.lit(true),
  );

/** Who can send a person messages: their own choice, or else the site's default. */
export const messagesFrom = (person: Id): Value<string> =>
  eb.fn.coalesce(
    eb.selectFrom('privacy').select('privacy.messages_from').where('privacy.user_id', '=', person),
    eb.selectFrom('site').select('site.default_messages_from'),
    sql.lit('everyone'),
  );

/** Whether a person shows when they're online. */
export const showsPresence = (person: Id): Condition => shows('presence', person);

/** Whether two people share something: `isShared` from the rules. */
const shared = (what: 'read_marks' | 'presence', viewer: Id, other: Id): Condition =>
  and(shows(what, viewer), shows(what, other), visibleTo(viewer, other));

/** Whether two people see up to where the other has read. */
export const sharesReadMarks = (viewer: Id, other: Id): Condition => shared('read_marks', viewer, other);

/** Whether two people see when the other is online. */
export const sharesPresence = (viewer: Id, other: Id): Condition => shared('presence', viewer, other);

/** Whether somebody follows another person. */
export const isFollowing = (follower: Id, followee: Id): Condition =>
  exists(
    eb
      .selectFrom('follows as known')
      .where('known.follower_id', '=', follower)
      .where('known.followee_id', '=', followee),
  );

/** How many people follow a person, or how many they follow, without those who are away. */
export const followCount = (column: 'follower_count' | 'following_count', user: Id): Value<number> =>
  eb.fn.coalesce(
    eb
      .selectFrom('follow_counts as counts')
      .select((counts) => counts(`counts.${column}`, '-', counts.ref(`counts.away_${column}`)).as('number'))
      .where('counts.user_id', '=', user),
    sql.lit(0),
  );

/** The `id` of everybody a person follows. */
export const followedBy = (user: Id) =>
  eb.selectFrom('follows as own').select('own.followee_id as id').where('own.follower_id', '=', user);
