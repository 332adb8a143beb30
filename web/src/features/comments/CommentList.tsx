import type { Comment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { CommentThread } from '#features/comments/CommentThread.tsx';
import { linkedOptions, threadsOptions, useLiveComments } from '#features/comments/comments.data.ts';
import { isHandled } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { logError } from '#platform/log.ts';
import { cx } from '#ui/cx.ts';
import { ShowMore } from '#ui/show-more/ShowMore.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

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
  /** The id of the comment or reply that a link has led to. */
  linkedId?: string | undefined;
}

/** The thread of the comment that a link has led to, or that it isn't there for the viewer. */
function LinkedThread({
  thread,
  ...rest
}: {
  thread: Comment | undefined;
  linkedId: string | undefined;
  onGone: () => void;
}) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <section ref={place} aria-label="Linked comment" className="border-line border-b pb-1">
      {thread === undefined ? (
        <p className="py-3 text-muted text-sm">This comment isn't available.</p>
      ) : (
        <ul>
          <CommentThread thread={thread} {...rest} />
        </ul>
      )}
    </section>
  );
}

/** A post's comments with their replies, newest first, and whatever can take their place. */
export function CommentList({ postId, linkedId }: CommentListProps) {
  useLiveComments(postId);
  const { data: linked } = useInfiniteQuery({
    ...linkedOptions(postId, linkedId ?? ''),
    enabled: linkedId !== undefined,
  });
  const first = linked?.pages[0]?.[0];
  const query = useInfiniteQuery(threadsOptions(postId));
  const { data, error } = query;
  const failure = useLoadFailure(query, 'the comments', { isStored: true });
  const place = useRef<HTMLDivElement>(null);
  const keepFocus = useCallback(() => place.current?.focus({ preventScroll: true }), []);

  useEffect(() => {
    if (error !== null && !isHandled(error)) logError("Couldn't load comments", error);
  }, [error]);

  if (data === undefined) {
    return failure === null ? <CommentSkeletons /> : <ErrorState {...failure}>{failure.text}</ErrorState>;
  }
  const threads = data.pages.flat().filter(({ comment_id }) => comment_id !== first?.comment_id);
  return (
    <div ref={place} tabIndex={-1} className="rounded-control outline-offset-2">
      {linked !== undefined && <LinkedThread thread={first} linkedId={linkedId} onGone={keepFocus} />}
      {threads.length === 0 && first === undefined ? (
        <EmptyState icon={MessageCircle} title={messages.noComments}>
          {messages.firstComment}
        </EmptyState>
      ) : (
        <ul aria-label="Comments" className="flex flex-col">
          {threads.map((thread) => (
            <CommentThread key={thread.comment_id} thread={thread} onGone={keepFocus} />
          ))}
        </ul>
      )}
      <ShowMore pages={query} size="sm" className="py-3">
        Show more comments
      </ShowMore>
    </div>
  );
}
