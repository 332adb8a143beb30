/**
 * Who sees whom, as SQL conditions. Each argument is an expression whose value is a person's id. In a list, the first part is evaluated
 * once, so that it costs nothing for the many who have neither blocked nor muted anyone. `offset 0` keeps the planner from turning the
 * second part into a join, whose size it would have to guess.
 */
const related = (viewer: string, other: string, kinds = ''): string =>
  `(exists (select from relations known where known.user_id = ${viewer})
    and exists (select from relations related
      where related.user_id = ${viewer} and related.other_id = ${other}${kinds} offset 0))`;

/** Whether neither has blocked the other: `isVisibleTo` from the rules. */
export const visibleTo = (viewer: string, author: string): string =>
  `not ${related(viewer, author, ` and related.kind <> 'mute'`)}`;

/** Whether, besides, the viewer hasn't muted the author: `isInFeedOf` from the rules. */
export const inFeedOf = (viewer: string, author: string): string => `not ${related(viewer, author)}`;

/** Whether the viewer has muted the other person. */
export const mutedBy = (viewer: string, other: string): string => related(viewer, other, ` and related.kind = 'mute'`);

/** Whether the viewer has blocked the sender, whose messages in shared rooms are hidden then: `isHiddenFrom` from the rules. */
export const hiddenFrom = (viewer: string, sender: string): string =>
  related(viewer, sender, ` and related.kind = 'block'`);
