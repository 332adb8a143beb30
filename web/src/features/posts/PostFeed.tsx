import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router';
import { Announcement } from '#features/posts/Announcement.tsx';
import type { FeedName } from '#features/posts/chosen-feed.ts';
import { feedPosts } from '#features/posts/feed.rules.ts';
import { newestKnown } from '#features/posts/newer.rules.ts';
import { PostList } from '#features/posts/PostList.tsx';
import { PostSkeletons } from '#features/posts/PostSkeleton.tsx';
import { feedOptions, useDeletedPosts } from '#features/posts/posts.data.ts';
import { useChangedRelations } from '#features/relations/public.ts';
import { isHandled } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { logError } from '#platform/log.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { late } from '#ui/late/late.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { MoreFailed } from '#ui/states/MoreFailed.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

interface PostFeedProps {
  feed: FeedName;
  onComment: (post: Post) => void;
}

// Few people see it, and it has a list of people.
const EmptyFollowing = late(async () => (await import('#features/posts/EmptyFollowing.tsx')).default, {
  name: 'People to follow',
  waiting: () => <PostSkeletons label="Loading people" count={1} />,
});

// Nothing is newer than what was just loaded.
const NewerPosts = late(async () => (await import('#features/posts/NewerPosts.tsx')).default, {
  name: 'New posts',
  whenIdle: true,
  failed: () => null,
});

/** What a feed without posts says. */
function EmptyFeed({ feed }: { feed: FeedName }) {
  if (feed === 'following') return <EmptyFollowing />;
  if (feed === 'communities' || feed === 'top') {
    return (
      <EmptyState
        icon={Images}
        title={feed === 'top' ? 'No posts from your communities this week' : 'No posts from your communities yet'}
        action={
          <Button asChild>
            <Link to={pathTo('communities')}>Go to your communities</Link>
          </Button>
        }
      >
        Posts from the communities that you've joined show up here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Images}
      title="No posts yet"
      action={
        <Button asChild>
          <Link to={pathTo('postUpload')}>Write the first post</Link>
        </Button>
      }
    >
      Share a picture, a video, a sound or just a thought. Everyone will see it here.
    </EmptyState>
  );
}

/** The infinite list of posts, and whatever can take its place. */
export function PostFeed({ feed: name, onComment }: PostFeedProps) {
  const feed = useInfiniteQuery(feedOptions(name));
  const deleted = useDeletedPosts();
  const failure = useLoadFailure(feed, 'the feed', { isStored: true });
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = feed;
  const changed = useChangedRelations();
  const posts = useMemo(
    () =>
      feedPosts(data?.pages ?? [], deleted).filter(
        ({ user }) => !changed('block', user.username) && !changed('mute', user.username),
      ),
    [data, deleted, changed],
  );

  const after = newestKnown(data?.pages[0] ?? [], useCurrentUser().username);

  useEffect(() => {
    if (error !== null && !isHandled(error)) logError("Couldn't load the feed", error);
  }, [error]);

  if (data === undefined) {
    if (failure === null) return <PostSkeletons label="Loading posts" count={3} />;
    return <ErrorState {...failure}>{failure.text}</ErrorState>;
  }

  const announcement = data.announcement !== null && <Announcement announcement={data.announcement} />;
  const newer = name !== 'top' && <NewerPosts feed={name} after={after} since={feed.dataUpdatedAt} />;
  if (posts.length === 0 && !hasNextPage) {
    return (
      <>
        {announcement}
        {newer}
        <EmptyFeed feed={name} />
      </>
    );
  }

  return (
    <>
      {announcement}
      {newer}
      <PostList
        posts={posts}
        mayLoad={hasNextPage && !isFetching && !isFetchNextPageError}
        onLoad={() => void fetchNextPage()}
        onComment={onComment}
        busy={isFetching}
      />
      <div role="status" className="flex min-h-20 items-center justify-center gap-3 text-muted text-sm">
        {feed.isFetchingNextPage && (
          <>
            <Spinner />
            {messages.loadingMorePosts}
          </>
        )}
        {!hasNextPage && messages.noMorePosts}
        {isFetchNextPageError && !isFetching && <MoreFailed what="posts" onRetry={() => void fetchNextPage()} />}
      </div>
    </>
  );
}
