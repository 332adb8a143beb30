import { isAway } from '#features/accounts/public.ts';

/**
 * Who sees whom, as SQL conditions. Each argument is an expression whose value is a person's id. In a list, the first part is evaluated
 * once, so that it costs nothing for the many who have neither blocked nor muted anyone. `offset 0` keeps the planner from turning the
 * second part into a join, whose size it would have to guess.
 */
// The first, not `exists`: where few people have very many, PostgreSQL would look for one of theirs in the whole table.
const related = (viewer: string, other: string, kinds = ''): string =>
  `((select known.other_id from relations known where known.user_id = ${viewer} order by known.other_id limit 1) is not null
    and exists (select from relations related
      where related.user_id = ${viewer} and related.other_id = ${other}${kinds} offset 0))`;

/** Whether neither has blocked the other: `isNotApart` from the rules. */
export const notApart = (viewer: string, author: string): string =>
  `not ${related(viewer, author, ` and related.kind <> 'mute'`)}`;

/** Whether a viewer sees a person and what they posted: neither has blocked the other, and the person isn't away. `isVisibleTo` from the rules. */
export const visibleTo = (viewer: string, author: string): string =>
  `(${notApart(viewer, author)} and not ${isAway(author)})`;

/** Whether both are here and neither has blocked the other, so that they can write to each other. */
export const together = (one: string, other: string): string => `(${visibleTo(one, other)} and not ${isAway(one)})`;

/** Whether, besides `notApart`, the viewer hasn't muted the author. */
export const notMutedOrApart = (viewer: string, author: string): string => `not ${related(viewer, author)}`;

/** Whether, besides `visibleTo`, the viewer hasn't muted the author: `isInFeedOf` from the rules. */
export const inFeedOf = (viewer: string, author: string): string =>
  `(${notMutedOrApart(viewer, author)} and not ${isAway(author)})`;

/** Whether the viewer has muted the other person. */
export const mutedBy = (viewer: string, other: string): string => related(viewer, other, ` and related.kind = 'mute'`);

/** Whether the viewer has blocked the sender, whose messages in shared rooms are hidden then: `isHiddenFrom` from the rules. */
export const hiddenFrom = (viewer: string, sender: string): string =>
  related(viewer, sender, ` and related.kind = 'block'`);

/** Whether a person shows something about themselves: their own choice, or else the site's. */
const shows = (what: 'read_marks' | 'presence', person: string): string =>
  `coalesce((select privacy.${what} from privacy where privacy.user_id = ${person}),
    (select site.default_${what} from site), true)`;

/** Who a person gets messages from, as text: their own choice, or else the site's. */
export const messagesFrom = (person: string): string =>
  `coalesce((select privacy.messages_from from privacy where privacy.user_id = ${person}),
    (select site.default_messages_from from site), 'everyone')`;

/** Whether a person shows when they're online: a condition on an expression whose value is their id. */
export const showsPresence = (person: string): string => shows('presence', person);

/** Whether two people share something: `isShared` from the rules. */
const shared = (what: 'read_marks' | 'presence', viewer: string, other: string): string =>
  `(${shows(what, viewer)} and ${shows(what, other)} and ${visibleTo(viewer, other)})`;

/** Whether two people see up to where the other has read. */
export const sharesReadMarks = (viewer: string, other: string): string => shared('read_marks', viewer, other);

/** Whether two people see when the other is online. */
export const sharesPresence = (viewer: string, other: string): string => shared('presence', viewer, other);

/** Whether somebody follows another person. */
export const isFollowing = (follower: string, followee: string): string =>
  `exists (select from follows known where known.follower_id = ${follower} and known.followee_id = ${followee})`;

/** How many follow a person, or how many they follow, of those who aren't away: an expression. */
export const followCount = (column: 'follower_count' | 'following_count', user: string): string =>
  `coalesce((select counts.${column} - counts.away_${column} from follow_counts counts where counts.user_id = ${user}), 0)`;

/** A select of the `id` of everybody a person follows. */
export const followedBy = (user: string): string =>
  `select own.followee_id as id from follows own where own.follower_id = ${user}`;
