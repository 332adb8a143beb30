export { AudioPlayer } from '#features/posts/AudioPlayer.tsx';
export type { LoadSavedPosts } from '#features/posts/bookmarks.data.ts';
export { ConvertingVideo } from '#features/posts/ConvertingVideo.tsx';
export { type FeedName, feedIn, keepFeed } from '#features/posts/chosen-feed.ts';
export { LateQuote } from '#features/posts/late-parts.tsx';
export { loadPrepareMedia } from '#features/posts/late-prepare-media.ts';
export { PagedPosts } from '#features/posts/PagedPosts.tsx';
export { PostCard } from '#features/posts/PostCard.tsx';
export { PostComposer } from '#features/posts/PostComposer.tsx';
export { PostFeed } from '#features/posts/PostFeed.tsx';
export { PostSkeletons } from '#features/posts/PostSkeleton.tsx';
export { play, playAlone } from '#features/posts/playback.ts';
export {
  communityPostsOptions,
  countComment,
  postOptions,
  prefetchFeed,
  startComment,
  useDeletedPosts,
  usePost,
  useRefreshFeed,
} from '#features/posts/posts.data.ts';
export { readinessDelay, seesHeldBack } from '#features/posts/posts.rules.ts';
export { firstPicture, renderings, smallestPath } from '#features/posts/renderings.ts';
export { SavedPosts } from '#features/posts/SavedPosts.tsx';
export { UnplayableVideo } from '#features/posts/UnplayableVideo.tsx';
export { usePostLive } from '#features/posts/use-post-live.ts';
