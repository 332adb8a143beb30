import type { Comment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { commentsOptions, isPending } from '#features/comments/comments.data.ts';
import { Caption } from '#features/posts/public.ts';
import { isHandled } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { logError } from '#platform/log.ts';
import { avatarUrls } from '#platform/media.ts';
import { useNow } from '#platform/now.ts';
import { pathTo } from '#platform/paths.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';
import { SubjectMenu } from '#ui/dropdown-menu/SubjectMenu.tsx';
import { RemovedNote } from '#ui/removed-note/RemovedNote.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

function CommentItem({ comment, withReply }: { comment: Comment; withReply: boolean }) {
  const now = useNow();
  const { user, created_at } = comment;
  const profile = pathTo('profile', { username: user.username });
  const pending = isPending(comment);
  return (
    <li className={cx('flex gap-3 py-2.5 transition-opacity', pending && 'opacity-60')}>
      <Link to={profile} aria-hidden="true" tabIndex={-1} className="h-fit shrink-0 rounded-full">
        <Avatar {...avatarUrls(user.profile_path)} size={34} />
      </Link>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-1.5 text-sm">
          <Link to={profile} className="truncate rounded-sm font-semibold hover:underline">
            {user.username}
          </Link>
          <span aria-hidden="true" className="text-muted">
            ·
          </span>
          <time dateTime={created_at} title={exactTime(created_at)} className="shrink-0 text-muted tabular">
            {pending ? 'Sending' : relativeTime(created_at, now)}
          </time>
        </p>
        {comment.removed !== undefined && (
          <div className="my-1">
            <RemovedNote removed={comment.removed} />
          </div>
        )}
        <div className="text-sm leading-normal">
          <Caption text={comment.content} whole />
        </div>
        {withReply && <span className="mt-1 inline-block font-medium text-muted text-xs">Reply</span>}
      </div>
      {!pending && (
        <div className="-mt-1 -mr-1.5 shrink-0">
          <SubjectMenu
            label={`Menu of ${user.username}'s comment`}
            subject={{ kind: 'comment', id: comment.comment_id, username: user.username }}
            size="sm"
          />
        </div>
      )}
    </li>
  );
}

function CommentSkeletons() {
  return (
    <Loading label="Loading comments" className="flex flex-col">
      {['w-4/5', 'w-1/2', 'w-3/5', 'w-2/3'].map((width) => (
        <div key={width} className="flex gap-3 py-2.5">
          <Skeleton className="size-[34px] rounded-full" />
          <div className="flex flex-1 flex-col gap-2 pt-1">
            <Skeleton className="h-3.5 w-28" />
            <Skeleton className={cx('h-3.5', width)} />
          </div>
        </div>
      ))}
    </Loading>
  );
}

interface CommentListProps {
  postId: string;
  /** Section 2, post page: each comment has a Reply label, which does nothing yet. */
  withReply?: boolean;
}

/** A post's comments, newest first, and whatever can take their place. */
export function CommentList({ postId, withReply = false }: CommentListProps) {
  const query = useInfiniteQuery(commentsOptions(postId));
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const failure = useLoadFailure(query, 'the comments');

  useEffect(() => {
    if (error !== null && !isHandled(error)) logError("Couldn't load comments", error);
  }, [error]);

  if (data === undefined) {
    return failure === null ? <CommentSkeletons /> : <ErrorState {...failure}>{failure.text}</ErrorState>;
  }
  const comments = data.pages.flat();
  if (comments.length === 0) {
    return (
      <EmptyState icon={MessageCircle} title={messages.noComments}>
        {messages.firstComment}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label="Comments" className="flex flex-col">
        {comments.map((comment) => (
          <CommentItem key={comment.comment_id} comment={comment} withReply={withReply} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="flex justify-center py-3">
          <Button tone="secondary" size="sm" onClick={() => void fetchNextPage()} pending={isFetchingNextPage}>
            Show more comments
          </Button>
        </div>
      )}
    </>
  );
}
