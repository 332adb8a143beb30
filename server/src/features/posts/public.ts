/** What other features may use from posts. */
import type {} from './posts.events.ts';

export { listPosted, ownBookmarks, ownPollAnswers, ownPosts, ownVotes } from './archive.queries.ts';
export { placeFilesOf } from './away-files.service.ts';
export { listBookmarks } from './bookmarks.service.ts';
export { explainablePosts, explainRespondingToPost, explainSeeingPost, refusalToRespond } from './explain.service.ts';
export { findImportedPost } from './imported.queries.ts';
export { importPost } from './imported.service.ts';
export { emitPostChanged, postPrefix } from './live.service.ts';
export {
  holds,
  isBannedFrom,
  isKnownTo,
  isMemberOf,
  seesEverybody,
} from './post-communities.access.ts';
export type { PostCommunities } from './post-communities.service.ts';
export {
  draftedPosts,
  filesFor,
  hiddenPostCount,
  isCommunityModeratedBy,
  isModeratedBy,
  mayRespondTo,
  postVisibleTo,
} from './posts.access.ts';
export { noCommunity, noPost, saysSomething } from './posts.rules.ts';
export { countNewerPosts, discardPostsOf, hideFilesOf } from './posts.service.ts';
export { guardPostFiles } from './removal.queries.ts';
export { reportablePosts } from './removal.service.ts';
export { ownScheduledPosts } from './scheduled.queries.ts';
export { isPostIn, saysLink, searchablePosts } from './searchable.queries.ts';
