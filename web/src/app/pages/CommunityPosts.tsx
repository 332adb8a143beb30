import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Images, PenLine } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { communityPostsOptions, PostCard, PostSkeletons, useDeletedPosts } from '#features/posts/public.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { lateOverlay } from '#ui/late/late.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

const CommentsDialog = lateOverlay(
  async () => (await import('#features/comments/public.ts')).CommentsDialog,
  'Comments',
);

function WritePost({ community }: { community: Community }) {
  return (
    <Button asChild>
      <Link to={pathTo('postUpload', {}, { community: community.community_handle })}>
        <PenLine size={18} aria-hidden="true" />
        Write a post
      </Link>
    </Button>
  );
}

/** A community's posts, newest first. */
export function CommunityPosts({ community }: { community: Community }) {
  const query = useInfiniteQuery(communityPostsOptions(community.community_handle));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const failure = useLoadFailure(query, 'the posts');
  const deleted = useDeletedPosts();
  const [commented, setCommented] = useState<Post>();
  const onComment = useCallback((post: Post) => setCommented(post), []);
  const posts = data?.pages.flat().filter(({ post_id }) => !deleted.has(post_id));

  const body = () => {
    if (failure !== null) return <ErrorState {...failure}>{failure.text}</ErrorState>;
    if (posts === undefined) return <PostSkeletons label="Loading posts" count={2} />;
    if (posts.length === 0) {
      return (
        <EmptyState
          icon={Images}
          title="No posts yet"
          action={community.can_post ? <WritePost community={community} /> : undefined}
        >
          {community.can_post ? (
            <>
              Posts in <bdi>{community.name}</bdi> show up here.
            </>
          ) : (
            'Members with the Create Posts permission can write here.'
          )}
        </EmptyState>
      );
    }
    return (
      <>
        {community.can_post && (
          <div className="flex justify-end pb-3">
            <WritePost community={community} />
          </div>
        )}
        <div role="feed" aria-label="Posts" aria-busy={isFetchingNextPage} className="flex flex-col gap-4">
          {posts.map((post, index) => (
            <PostCard key={post.post_id} post={post} onComment={onComment} eager={index === 0} position={index + 1} />
          ))}
        </div>
        {hasNextPage && (
          <div className="flex justify-center py-5">
            <Button tone="secondary" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </>
    );
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div className="mx-auto w-full max-w-[640px] px-3 py-4 sm:px-4">
        {community.description !== '' && (
          <p dir="auto" className="mb-4 whitespace-pre-line text-pretty text-left text-muted [overflow-wrap:anywhere]">
            {community.description}
          </p>
        )}
        {body()}
      </div>
      {commented !== undefined && <CommentsDialog post={commented} onClose={() => setCommented(undefined)} />}
    </div>
  );
}
