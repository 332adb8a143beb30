/** What other features may use from posts. */
import type {} from './posts.events.ts';

export { explainablePosts, explainRespondingToPost, explainSeeingPost, refusalToRespond } from './explain.service.ts';
export { connectPlaces, type PostPlaces } from './places.access.ts';
export {
  accessColumns,
  filesFor,
  hiddenPostCount,
  isCommunityModeratedBy,
  isModeratedBy,
  mayRespondTo,
  postVisibleTo,
} from './posts.access.ts';
export { discardPostsOf, hideFilesOf } from './posts.service.ts';
export { guardPostFiles, reportablePosts } from './removal.service.ts';
