/** What other features may use from relations: who sees whom, who follows whom, and what people show each other. */
import type {} from './relations.events.ts';

export { ownPeople } from './archive.queries.ts';
export { mayFollowOneMore } from './follows.queries.ts';
export type { Privacy } from './privacy.queries.ts';
export { readPrivacy, setPrivacy } from './privacy.service.ts';
export {
  followCount,
  followedBy,
  hiddenFrom,
  inFeedOf,
  isFollowing,
  messagesFrom,
  mutedBy,
  notApart,
  notMutedOrApart,
  sharesPresence,
  sharesReadMarks,
  showsPresence,
  together,
  visibleTo,
} from './relations.access.ts';
export { findShowing } from './relations.queries.ts';
export { apartNotice, awayNotice } from './relations.rules.ts';
