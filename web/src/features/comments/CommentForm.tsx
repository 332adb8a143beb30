import type { Ref } from 'react';
import { CommentField } from '#features/comments/CommentField.tsx';
import { draftName, useAddComment } from '#features/comments/comments.data.ts';
import { useTextDraft } from '#platform/drafts.ts';

interface CommentFormProps {
  postId: string;
  autoFocus?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Writes a comment on a post. */
export function CommentForm({ postId, autoFocus = false, ref }: CommentFormProps) {
  const [text, setText] = useTextDraft(draftName(postId));
  const { mutate } = useAddComment(postId);
  const send = (content: string) => {
    setText('');
    mutate({ content });
  };
  return (
    <CommentField
      postId={postId}
      text={text}
      onChange={setText}
      onSend={send}
      label="Add a comment"
      placeholder="Add a comment..."
      autoFocus={autoFocus}
      ref={ref}
    />
  );
}
