import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import { SendHorizontal } from 'lucide-react';
import { type Ref, useId, useRef } from 'react';
import { WritingAids } from '#features/rich-text/public.ts';
import { cx } from '#ui/cx.ts';
import { EmojiPicker } from '#ui/emoji-picker/EmojiPicker.tsx';
import { insertAtCaret } from '#ui/emoji-picker/insert-at-caret.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { CharacterCount } from '#ui/sent-text/CharacterCount.tsx';
import { sendWithEnter } from '#ui/sent-text/send-with-enter.ts';

/** The counter appears when this many code points are left. */
const nearLimit = 60;

interface CommentFieldProps {
  postId: string;
  text: string;
  onChange: (text: string) => void;
  /** Only called with text that can be sent, as typed. */
  onSend: (text: string) => void;
  label: string;
  placeholder?: string | undefined;
  /** The button's name. */
  action?: string | undefined;
  pending?: boolean | undefined;
  autoFocus?: boolean | undefined;
  onEscape?: (() => void) | undefined;
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** A comment's text: Enter sends, Shift+Enter inserts a line break. Blank text isn't sent. */
export function CommentField({
  postId,
  text,
  onChange,
  onSend,
  label,
  placeholder,
  action = 'Send',
  pending = false,
  autoFocus = false,
  onEscape,
  ref,
}: CommentFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const counterId = useId();
  const left = limits.comment.text - codePoints(text);
  const sendable = text.trim() !== '' && left >= 0 && !pending;

  const send = () => {
    if (!sendable) return;
    // A form that closes moves the focus on.
    field.current?.focus();
    onSend(text);
  };
  const { onSubmit, onKeyDown } = sendWithEnter(send);

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-1">
      <WritingAids field={field} text={text} onText={onChange} place={{ post_id: postId }} />
      <div className="flex items-end gap-1 rounded-control border border-line-strong bg-raised pl-3 focus-within:border-accent-text focus-within:outline-2 focus-within:outline-accent-text focus-within:-outline-offset-1">
        <textarea
          ref={(element) => {
            field.current = element;
            if (typeof ref === 'function') ref(element);
            else if (ref) ref.current = element;
          }}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onEscape?.();
            else onKeyDown(event);
          }}
          data-autofocus={autoFocus || undefined}
          data-own-escape={onEscape !== undefined || undefined}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          placeholder={placeholder}
          aria-label={label}
          aria-describedby={left <= nearLimit ? counterId : undefined}
          aria-invalid={left < 0 || undefined}
          className="field-sizing-content max-h-36 min-h-11 min-w-0 flex-1 resize-none bg-transparent py-2.5 leading-6 outline-none"
        />
        <EmojiPicker onPick={(emoji) => onChange(insertAtCaret(field.current, text, emoji))} />
        <IconButton label={action} type="submit" disabled={!sendable} pending={pending}>
          <SendHorizontal size={22} aria-hidden="true" className={cx(sendable && 'text-accent-text')} />
        </IconButton>
      </div>
      <CharacterCount id={counterId} left={left} near={nearLimit} />
    </form>
  );
}
