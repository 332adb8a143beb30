import type { Comment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CommentItem, DeletedComment } from '#features/comments/CommentItem.tsx';
import { repliesOptions, useWritten } from '#features/comments/comments.data.ts';
import { shownReplies } from '#features/comments/comments.rules.ts';
import { ReplyForm } from '#features/comments/ReplyForm.tsx';
import { isHandled } from '#platform/errors.ts';
import { toast } from '#ui/toast/toasts.ts';

/** A thread's replies: the first that came with it, all of them on request, and those written here. */
function useReplies(thread: Comment) {
  const { post_id: postId, comment_id: threadId, reply_count: count } = thread;
  const [isOpen, setOpen] = useState(false);
  const all = useInfiniteQuery({ ...repliesOptions(postId, threadId), enabled: isOpen });
  const loaded = all.data?.pages.flat() ?? thread.replies ?? [];
  const replies = shownReplies(threadId, loaded, useWritten(postId));
  const hasMore = all.data === undefined ? count > replies.length : all.hasNextPage;
  const showMore = async () => {
    setOpen(true);
    const { error } = all.data === undefined ? await all.refetch() : await all.fetchNextPage();
    if (error && !isHandled(error)) toast.error(error.message);
  };
  return {
    replies,
    loaded: loaded.length,
    more: hasMore ? count - replies.length : 0,
    isLoading: all.isFetching,
    showMore,
  };
}

interface CommentThreadProps {
  thread: Comment;
  /** The id of the comment or reply that a link has led to. */
  linkedId?: string | undefined;
  onGone: () => void;
}

/** A comment and its replies. */
export function CommentThread({ thread, linkedId, onGone }: CommentThreadProps) {
  const { replies, loaded, more, isLoading, showMore } = useReplies(thread);
  const [answered, setAnswered] = useState<Comment>();
  const opener = useRef<HTMLElement>(null);
  const reply = (comment: Comment, from: HTMLElement) => {
    opener.current = from;
    setAnswered(comment);
  };
  const close = () => {
    setAnswered(undefined);
    opener.current?.focus();
  };
  const draw = (comment: Comment) => (
    <CommentItem comment={comment} isLinked={comment.comment_id === linkedId} onReply={reply} onGone={onGone} />
  );
  const itemOf = (comment: Comment) => (
    <li key={comment.comment_id} className="py-1.5">
      {draw(comment)}
    </li>
  );
  return (
    <li className="py-2.5">
      {thread.deleted ? <DeletedComment /> : draw(thread)}
      <div className="pl-[46px]">
        {(replies.length > 0 || more > 0) && (
          <ul aria-label={`Replies to ${thread.deleted ? 'a deleted comment' : thread.user.username}`}>
            {replies.slice(0, loaded).map(itemOf)}
            {more > 0 && (
              <li>
                <button
                  type="button"
                  onClick={() => void showMore()}
                  disabled={isLoading}
                  aria-busy={isLoading || undefined}
                  className="-ml-2 inline-flex min-h-11 items-center rounded-full px-2 font-medium text-accent-text text-sm hover:underline disabled:opacity-60 md:min-h-8"
                >
                  {more === 1 ? 'Show 1 more reply' : `Show ${more} more replies`}
                </button>
              </li>
            )}
            {replies.slice(loaded).map(itemOf)}
          </ul>
        )}
        {answered !== undefined && (
          <ReplyForm
            threadId={thread.comment_id}
            answers={answered}
            onClose={close}
            onFailed={() => setAnswered(answered)}
          />
        )}
      </div>
    </li>
  );
}
