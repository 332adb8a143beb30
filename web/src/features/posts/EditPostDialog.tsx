import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import { useRef, useState } from 'react';
import { useEditPost } from '#features/posts/edit-post.data.ts';
import { WritingAids } from '#features/rich-text/public.ts';
import { errorTexts, isHandled, Waiting } from '#platform/errors.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';
import { FormError } from '#ui/form/FormError.tsx';

/** Changes a post's text. Its pictures, its poll and what it quotes stay. */
export function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const [text, setText] = useState(post.content);
  const field = useRef<HTMLTextAreaElement>(null);
  const { mutate, isPending, error } = useEditPost(post.post_id);
  const sendable = text.trim() !== '' && codePoints(text) <= limits.post.text;
  const save = () => {
    if (text === post.content) onClose();
    else mutate({ content: text }, { onSuccess: onClose, onError: (error) => error instanceof Waiting && onClose() });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Edit post"
      footer={
        <Button wide size="lg" pending={isPending} disabled={!sendable} onClick={save}>
          Save
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <div>
          <TextArea
            label="Text"
            rows={4}
            grows
            maxLength={limits.post.text}
            value={text}
            onChange={(event) => setText(event.target.value)}
            data-autofocus
            ref={field}
          />
          <WritingAids field={field} text={text} onText={setText} place={{ post_id: post.post_id }} below />
        </div>
        {error !== null && !isHandled(error) && <FormError text={errorTexts(error).join(' ')} />}
      </div>
    </Dialog>
  );
}
