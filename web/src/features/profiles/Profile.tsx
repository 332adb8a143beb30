import type { GridPost } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { Images, UserX } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { seesHeldBack, useDeletedPosts } from '#features/posts/public.ts';
import { columns, gridPosts, postCount } from '#features/profiles/grid.rules.ts';
import { PostGrid } from '#features/profiles/PostGrid.tsx';
import { ProfileHeader, ProfileHeaderSkeleton } from '#features/profiles/ProfileHeader.tsx';
import { type ProfilePage, profileOptions } from '#features/profiles/profiles.data.ts';
import { useBack } from '#platform/back.ts';
import { NotFound } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Button } from '#ui/button/Button.tsx';
import { StickyHeader } from '#ui/page-header/StickyHeader.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { MoreFailed } from '#ui/states/MoreFailed.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

function GridSkeleton() {
  return (
    <div className="grid grid-cols-3 gap-1">
      {Array.from({ length: columns * 3 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <Skeleton key={index} className="aspect-square w-full" />
      ))}
    </div>
  );
}

/** The Back button, and the name once it has scrolled off the screen. */
function TopBar({ name }: { name?: string | undefined }) {
  const back = useBack(pathTo('feed'));
  return (
    <StickyHeader onBack={back}>
      {name !== undefined && (
        <p aria-hidden="true" className="animate-appear truncate font-brand font-semibold text-lg">
          <bdi>{name}</bdi>
        </p>
      )}
    </StickyHeader>
  );
}

/** Height in pixels of what covers the top of the screen. */
const covered = 112;

function Frame({ header, name, children }: { header: ReactNode; name: string | undefined; children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null);
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const heading = name === undefined ? null : top.current?.querySelector('h1');
    if (!heading) return;
    const observer = new IntersectionObserver(([entry]) => setPassed(entry?.isIntersecting === false), {
      rootMargin: `-${covered}px 0px 0px`,
    });
    observer.observe(heading);
    return () => observer.disconnect();
  }, [name]);
  return (
    <>
      <TopBar name={passed ? name : undefined} />
      <div className="flex flex-col gap-5">
        <div ref={top}>{header}</div>
        <div className="border-line border-t pt-4">{children}</div>
      </div>
    </>
  );
}

function Nobody({ username }: { username: string }) {
  usePageTitle('User not found');
  return (
    <>
      <TopBar />
      <h1 className="sr-only">Profile</h1>
      <EmptyState
        icon={UserX}
        title="User not found"
        action={
          <Button asChild>
            <Link to={pathTo('feed')}>Go to the feed</Link>
          </Button>
        }
      >
        <span className="[overflow-wrap:anywhere]">
          There's no account called @<bdi>{username}</bdi>. It may have been renamed or deleted, or the link is
          incomplete.
        </span>
      </EmptyState>
    </>
  );
}

type Query = UseInfiniteQueryResult<InfiniteData<ProfilePage>, Error>;

function NoPosts({ own }: { own: boolean }) {
  return (
    <EmptyState
      icon={Images}
      title="No posts yet"
      action={
        own && (
          <Button asChild>
            <Link to={pathTo('postUpload')}>Write your first post</Link>
          </Button>
        )
      }
    >
      {own ? 'Posts you share will appear here.' : 'Posts they share will appear here.'}
    </EmptyState>
  );
}

interface PostsProps {
  query: Query;
  posts: readonly GridPost[];
  total: number;
  seesAll: boolean;
}

/** The grid, and below it the next page's state. */
function Posts({ query, posts, total, seesAll }: PostsProps) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  return (
    <>
      <PostGrid
        posts={posts}
        total={total}
        seesAll={seesAll}
        mayLoad={hasNextPage && !isFetching && !isFetchNextPageError}
        onLoad={() => void fetchNextPage()}
      />
      {hasNextPage && (
        <div role="status" className="flex min-h-16 items-center justify-center gap-3 text-muted text-sm">
          {isFetchingNextPage && <Spinner label="Loading more posts" />}
          {isFetchNextPageError && !isFetching && <MoreFailed what="posts" onRetry={() => void fetchNextPage()} />}
        </div>
      )}
    </>
  );
}

interface ProfileProps {
  username: string;
  /** The viewer's username may have changed on another device and is being refetched, so a 404 isn't final yet. */
  settling?: boolean | undefined;
  /** The page's address has the username: a former one, which leads to the person, is replaced by today's. */
  isAddress?: boolean;
  /** Actions for another person's profile. */
  actions?: (user: ProfilePage['user']) => ReactNode;
}

/** A person and the grid of their posts, and whatever can take its place. */
export function Profile({ username, settling = false, isAddress = false, actions }: ProfileProps) {
  const viewer = useCurrentUser();
  const query = useInfiniteQuery(profileOptions(username));
  const { data, error } = query;
  const deleted = useDeletedPosts();
  const failure = useLoadFailure(query, 'this profile', { isStored: true });
  const posts = useMemo(() => gridPosts(data?.pages ?? [], deleted), [data, deleted]);
  const own = username.toLowerCase() === viewer.username.toLowerCase();
  // The person's own user is stored: it's known before the answer arrives, and has what was saved last.
  const known = data?.pages[0]?.user;
  const user = own ? viewer : known;
  usePageTitle(user === undefined ? 'Profile' : `${user.name ?? user.username} (@${user.username})`);

  const missing = error instanceof NotFound;
  if (missing && !settling) return <Nobody username={username} />;

  if (isAddress && known !== undefined && known.username.toLowerCase() !== username.toLowerCase()) {
    return <Navigate to={pathTo('profile', { username: known.username })} replace />;
  }

  const total = data && postCount(data.pages, deleted);
  const header =
    user === undefined ? (
      <ProfileHeaderSkeleton />
    ) : (
      <ProfileHeader user={user} known={known} posts={total} own={own} actions={!own && known && actions?.(known)} />
    );
  const frame = (children: ReactNode) => (
    <Frame header={header} name={user && (user.name ?? user.username)}>
      {children}
    </Frame>
  );
  if (data === undefined || total === undefined) {
    if (missing || failure === null) {
      return frame(
        <Loading label="Loading profile">
          <GridSkeleton />
        </Loading>,
      );
    }
    const errorState = <ErrorState {...failure}>{failure.text}</ErrorState>;
    if (user !== undefined) return frame(errorState);
    return (
      <>
        <TopBar />
        {errorState}
      </>
    );
  }
  return frame(
    posts.length === 0 && !query.hasNextPage ? (
      <NoPosts own={own} />
    ) : (
      <Posts query={query} posts={posts} total={total} seesAll={seesHeldBack(viewer, username)} />
    ),
  );
}
