import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import type { ReactNode } from 'react';
import { PostCard } from '#features/posts/PostCard.tsx';
import { PostSkeletons } from '#features/posts/PostSkeleton.tsx';
import { useDeletedPosts } from '#features/posts/posts.data.ts';
import { type LoadingQuery, useLoadFailure } from '#platform/load-failure.ts';
import { type MorePages, ShowMore } from '#ui/show-more/ShowMore.tsx';
import { ErrorState } from '#ui/states/States.tsx';

interface PagedPostsProps {
  /** What was loaded so far. */
  query: LoadingQuery & MorePages & { data: { pages: Post[][] } | undefined };
  onComment: (post: Post) => void;
  /** Above the posts, if there are any. */
  above?: ReactNode;
  /** Shown if there are none. */
  empty: ReactNode;
}

/** Posts, one page at a time. */
export function PagedPosts({ query, onComment, above, empty }: PagedPostsProps) {
  const { data, hasNextPage, isFetchingNextPage } = query;
  const failure = useLoadFailure(query, 'the posts', { isStored: true });
  const deleted = useDeletedPosts();
  const posts = data?.pages.flat().filter(({ post_id }) => !deleted.has(post_id));
  if (failure !== null) return <ErrorState {...failure}>{failure.text}</ErrorState>;
  if (posts === undefined) return <PostSkeletons label="Loading posts" count={2} />;
  if (posts.length === 0 && !hasNextPage) return empty;
  return (
    <>
      {above}
      <div role="feed" aria-label="Posts" aria-busy={isFetchingNextPage} className="flex flex-col gap-4">
        {posts.map((post, index) => (
          <PostCard key={post.post_id} post={post} onComment={onComment} eager={index === 0} position={index + 1} />
        ))}
      </div>
      <ShowMore pages={query} />
    </>
  );
}
