import type { Comment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { useEffect, useRef } from 'react';
import { CommentField } from '#features/comments/CommentField.tsx';
import { draftName, useAddComment } from '#features/comments/comments.data.ts';
import { useTextDraft } from '#platform/drafts.ts';
import { Waiting } from '#platform/errors.ts';
import { Button } from '#ui/button/Button.tsx';

interface ReplyFormProps {
  /** The comment that the thread begins with. */
  threadId: string;
  answers: Comment;
  /** It was sent, or given up. */
  onClose: () => void;
  /** It couldn't be sent, and its text is back in the draft. */
  onFailed: () => void;
}

/** Writes a reply, under its thread. */
export function ReplyForm({ threadId, answers, onClose, onFailed }: ReplyFormProps) {
  const { post_id: postId, user } = answers;
  const [text, setText] = useTextDraft(draftName(postId, threadId));
  const { mutateAsync } = useAddComment(postId, 'reply');
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another comment to answer takes the focus as well
  useEffect(() => field.current?.focus(), [answers.comment_id]);
  const send = (content: string) => {
    setText('');
    // The form closes before the answer arrives.
    mutateAsync({ content, answers }).catch((error: unknown) => error instanceof Waiting || onFailed());
    onClose();
  };
  const label = `Reply to @${user.username}`;
  return (
    <div className="flex flex-col gap-1 pt-2">
      <div className="flex items-center justify-between gap-2 text-muted text-xs">
        <span className="min-w-0 truncate">
          Replying to <bdi className="font-semibold">@{user.username}</bdi>
        </span>
        <Button tone="quiet" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <CommentField
        postId={postId}
        text={text}
        onChange={setText}
        onSend={send}
        label={label}
        placeholder="Add a reply..."
        onEscape={onClose}
        ref={field}
      />
    </div>
  );
}
