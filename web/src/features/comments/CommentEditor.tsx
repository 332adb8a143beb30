import type { Comment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { useEffect, useRef, useState } from 'react';
import { CommentField } from '#features/comments/CommentField.tsx';
import { useEditComment } from '#features/comments/comments.data.ts';
import { Waiting } from '#platform/errors.ts';
import { Button } from '#ui/button/Button.tsx';

/** Changes a comment in its place. */
export function CommentEditor({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const [text, setText] = useState(comment.content);
  const { mutate, isPending } = useEditComment(comment);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // After the menu that it was opened from has given the focus back.
    const timer = setTimeout(() => field.current?.focus(), 0);
    return () => clearTimeout(timer);
  }, []);
  const save = (content: string) => {
    if (content === comment.content) onClose();
    else mutate(content, { onSuccess: onClose, onError: (error) => error instanceof Waiting && onClose() });
  };
  return (
    <div className="flex flex-col gap-1 py-1">
      <CommentField
        postId={comment.post_id}
        text={text}
        onChange={setText}
        onSend={save}
        label="Edit your comment"
        action="Save"
        pending={isPending}
        onEscape={onClose}
        ref={field}
      />
      <div className="flex justify-end">
        <Button tone="quiet" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
