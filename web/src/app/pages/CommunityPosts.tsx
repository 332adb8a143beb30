import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Images, PenLine } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { communityPostsOptions, PagedPosts } from '#features/posts/public.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { lateOverlay } from '#ui/late/late.tsx';
import { EmptyState } from '#ui/states/States.tsx';

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

function NoPosts({ community }: { community: Community }) {
  return (
    <EmptyState
      icon={Images}
      title="No posts yet"
      action={community.can_post ? <WritePost community={community} /> : undefined}
    >
      {community.joined && !community.can_post ? (
        'Members with the Create Posts permission can write here.'
      ) : (
        <>
          Posts in <bdi>{community.name}</bdi> show up here.
        </>
      )}
    </EmptyState>
  );
}

/** A community's posts, newest first. */
function PostsOf({ community }: { community: Community }) {
  const query = useInfiniteQuery(communityPostsOptions(community.community_handle));
  const [commented, setCommented] = useState<Post>();
  const onComment = useCallback((post: Post) => setCommented(post), []);
  return (
    <>
      <PagedPosts
        query={query}
        onComment={onComment}
        above={
          community.can_post && (
            <div className="flex justify-end pb-3">
              <WritePost community={community} />
            </div>
          )
        }
        empty={<NoPosts community={community} />}
      />
      {commented !== undefined && <CommentsDialog post={commented} onClose={() => setCommented(undefined)} />}
    </>
  );
}

/** What somebody sees of a community's posts before they join it. */
export function CommunityPreview({ community }: { community: Community }) {
  return (
    <section aria-labelledby="posts-inside" className="flex flex-col gap-3">
      <h2 id="posts-inside" className="font-semibold text-lg">
        Posts
      </h2>
      <PostsOf community={community} />
    </section>
  );
}

export function CommunityPosts({ community }: { community: Community }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div className="mx-auto w-full max-w-[640px] px-3 py-4 sm:px-4">
        {community.description !== '' && (
          <p dir="auto" className="mb-4 whitespace-pre-line text-pretty text-left text-muted [overflow-wrap:anywhere]">
            {community.description}
          </p>
        )}
        <PostsOf community={community} />
      </div>
    </div>
  );
}
