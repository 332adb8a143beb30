import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import { SendHorizontal } from 'lucide-react';
import { type Ref, useId, useRef } from 'react';
import { draftName, useAddComment } from '#features/comments/comments.data.ts';
import { useTextDraft } from '#platform/drafts.ts';
import { cx } from '#ui/cx.ts';
import { EmojiPicker } from '#ui/emoji-picker/EmojiPicker.tsx';
import { insertAtCaret } from '#ui/emoji-picker/insert-at-caret.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { CharacterCount } from '#ui/sent-text/CharacterCount.tsx';
import { sendWithEnter } from '#ui/sent-text/send-with-enter.ts';

/** The counter appears when this many code points are left. */
const nearLimit = 60;

interface CommentFormProps {
  postId: string;
  autoFocus?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Writes a comment: Enter sends, Shift+Enter inserts a line break. Blank text isn't sent; other text is sent as typed (section 5). */
export function CommentForm({ postId, autoFocus = false, ref }: CommentFormProps) {
  const [text, setText] = useTextDraft(draftName(postId));
  const { mutate } = useAddComment(postId);
  const field = useRef<HTMLTextAreaElement>(null);
  const counterId = useId();
  const left = limits.comment.text - codePoints(text);
  const sendable = text.trim() !== '' && left >= 0;

  const send = () => {
    if (!sendable) return;
    setText('');
    mutate(text);
    field.current?.focus();
  };
  const { onSubmit, onKeyDown } = sendWithEnter(send);

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-1">
      <div className="flex items-end gap-1 rounded-control border border-line-strong bg-raised pl-3 focus-within:border-accent-text focus-within:outline-2 focus-within:outline-accent-text focus-within:-outline-offset-1">
        <textarea
          ref={(element) => {
            field.current = element;
            if (typeof ref === 'function') ref(element);
            else if (ref) ref.current = element;
          }}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          data-autofocus={autoFocus || undefined}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          placeholder="Add a comment..."
          aria-label="Add a comment"
          aria-describedby={left <= nearLimit ? counterId : undefined}
          aria-invalid={left < 0 || undefined}
          className="field-sizing-content max-h-36 min-h-11 min-w-0 flex-1 resize-none bg-transparent py-2.5 leading-6 outline-none"
        />
        <EmojiPicker onPick={(emoji) => setText(insertAtCaret(field.current, text, emoji))} />
        <IconButton label="Send" type="submit" disabled={!sendable}>
          <SendHorizontal size={22} aria-hidden="true" className={cx(sendable && 'text-accent-text')} />
        </IconButton>
      </div>
      <CharacterCount id={counterId} left={left} near={nearLimit} />
    </form>
  );
}
