import { useInfiniteQuery } from '@tanstack/react-query';
import { UserPlus, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FollowButton } from '#features/relations/FollowButton.tsx';
import { FollowsYou } from '#features/relations/FollowsYou.tsx';
import { followsOptions, type ListedPerson, type Side } from '#features/relations/follows.data.ts';
import { PeopleSkeleton } from '#features/relations/PeopleSkeleton.tsx';
import { NotFound } from '#platform/errors.ts';
import { useLoadAhead } from '#platform/load-ahead.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { MoreFailed } from '#ui/states/MoreFailed.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

/** A person in a list, with a button to follow them. */
export function PersonRow({ user, action }: { user: Omit<ListedPerson, 'following'>; action?: ReactNode }) {
  return (
    <li className="flex min-h-16 items-center gap-3 px-4 py-2">
      <Link
        to={pathTo('profile', { username: user.username })}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-control"
      >
        <Avatar {...avatarUrls(user.profile_path)} size={40} />
        <span className="min-w-0 flex-1 leading-tight">
          <span dir="auto" className="block truncate text-left font-medium">
            {user.name ?? user.username}
          </span>
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="max-w-full truncate text-muted text-sm">@{user.username}</span>
            {user.followed_by && <FollowsYou />}
          </span>
        </span>
      </Link>
      {action}
    </li>
  );
}

const texts = {
  followers: {
    label: 'Followers',
    mine: [
      'Nobody follows you yet',
      'People who follow you show up here. They see your posts in their Following feed.',
    ],
    theirs: ['No followers yet', 'People who follow them show up here.'],
  },
  following: {
    label: 'Following',
    mine: ["You don't follow anyone yet", 'Posts of people you follow are in your Following feed.'],
    theirs: ["They don't follow anyone yet", 'People they follow show up here.'],
  },
} as const;

/** Somebody's followers, or the people they follow. */
export function FollowList({ side, username }: { side: Side; username: string }) {
  const viewer = useCurrentUser();
  const query = useInfiniteQuery(followsOptions(side, username));
  const failure = useLoadFailure(query, 'this list', { isStored: true });
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const end = useLoadAhead(hasNextPage && !isFetching && !isFetchNextPageError, () => void fetchNextPage());
  const { label, mine, theirs } = texts[side];
  const isMe = (name: string) => name.toLowerCase() === viewer.username.toLowerCase();
  if (error instanceof NotFound) {
    return (
      <EmptyState icon={UserX} title="User not found">
        This account may have been renamed or deleted.
      </EmptyState>
    );
  }
  if (data === undefined) {
    return failure === null ? <PeopleSkeleton /> : <ErrorState {...failure}>{failure.text}</ErrorState>;
  }
  if (data.length === 0) {
    const [title, hint] = isMe(username) ? mine : theirs;
    return (
      <EmptyState
        icon={UserPlus}
        title={title}
        action={
          isMe(username) && (
            <Button asChild>
              <Link to={pathTo('feed')}>Find people in the feed</Link>
            </Button>
          )
        }
      >
        {hint}
      </EmptyState>
    );
  }
  return (
    <>
      <Card className="overflow-hidden">
        <ul aria-label={label} className="divide-y divide-line">
          {data.map((user) => (
            <PersonRow
              key={user.username}
              user={user}
              action={
                !isMe(user.username) && (
                  <FollowButton
                    username={user.username}
                    following={user.following}
                    followedBy={user.followed_by}
                    size="sm"
                  />
                )
              }
            />
          ))}
        </ul>
      </Card>
      <div ref={end} role="status" className="flex min-h-16 items-center justify-center gap-3 text-muted text-sm">
        {isFetchingNextPage && <Spinner label="Loading more people" />}
        {isFetchNextPageError && !isFetching && <MoreFailed what="people" onRetry={() => void fetchNextPage()} />}
      </div>
    </>
  );
}
