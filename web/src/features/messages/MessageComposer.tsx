import { messages } from '@hubbub/contract/platform/messages.ts';
import { Check, ImagePlus, SendHorizontal, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { ComposingNote } from '#features/messages/ComposingNote.tsx';
import { chooseImage, type DraftImage, removeImage } from '#features/messages/draft-images.ts';
import type { Room } from '#features/messages/timeline.ts';
import { sayWriting } from '#features/messages/typing.ts';
import { useMessage } from '#features/messages/use-message.ts';
import { MentionSuggestions } from '#features/texts/public.ts';
import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';
import { EmojiPicker } from '#ui/emoji-picker/EmojiPicker.tsx';
import { insertAtCaret } from '#ui/emoji-picker/insert-at-caret.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { CharacterCount } from '#ui/sent-text/CharacterCount.tsx';
import { sendWithEnter } from '#ui/sent-text/send-with-enter.ts';
import { Spinner } from '#ui/spinner/Spinner.tsx';

/** The counter appears when this many code points are left. */
const nearLimit = 200;

interface MessageComposerProps {
  room: Room;
  /** Whether pictures can be sent too. If so, a picture or text is required, and sending nothing shows an error (section 5). */
  images?: boolean;
  placeholder?: string;
}

/** On a phone, the keyboard would cover half of the messages. */
const hasKeyboard = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/**
 * Writes to a chat: Enter sends, Shift+Enter inserts a line break. Drafts are kept per chat, shared between tabs, and survive closing
 * the browser.
 */
export function MessageComposer(props: MessageComposerProps) {
  return <Composer key={props.room.id} {...props} />;
}

/** Whoever starts a reply or an edit goes on in the field. What was started before a reload doesn't take the focus. */
function useFocusOnChange(field: RefObject<HTMLTextAreaElement | null>, key: string | null): void {
  const before = useRef(key);
  useEffect(() => {
    if (key !== null && key !== before.current) field.current?.focus();
    before.current = key;
  }, [field, key]);
}

function Composer({ room, images = false, placeholder = messages.typeMessage }: MessageComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const message = useMessage(room, images, field);
  const { text, setText, composing, cancel, chosen, left, sendable, waiting, keepWaiting } = message;
  const isEdit = composing?.kind === 'edit';
  const takesImages = images && !isEdit;
  const counterId = useId();

  useEffect(() => {
    if (hasKeyboard()) field.current?.focus({ preventScroll: true });
  }, []);
  useFocusOnChange(field, composing && `${composing.kind} ${composing.quoted._id}`);

  const { onSubmit, onKeyDown: onEnter } = sendWithEnter(message.send);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && waiting) keepWaiting();
    else if (event.key === 'Escape' && composing !== null) cancel();
    else if (event.key === 'ArrowUp' && text === '' && composing === null && !chosen) message.editLast(event);
    else onEnter(event);
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (!takesImages || files.length === 0) return;
    event.preventDefault();
    void chooseImage(room.id, files);
  };

  return (
    <form
      onSubmit={onSubmit}
      className={cx('safe-bottom mx-auto flex w-full flex-col gap-1 px-2 pt-1 sm:px-4', images && 'max-w-[56rem]')}
    >
      {composing !== null && <ComposingNote composing={composing} onCancel={cancel} />}
      {takesImages && chosen !== undefined && (
        <ChosenImage
          chosen={chosen}
          isWaiting={waiting}
          onCancel={() => {
            removeImage(room.id);
            field.current?.focus();
          }}
          onHold={keepWaiting}
        />
      )}
      <MentionSuggestions field={field} text={text} onText={setText} place={{ conversation: room.id }} />
      <div className="flex items-end gap-0.5 rounded-card border border-line-strong bg-raised pl-1 transition-colors focus-within:border-accent-text">
        {takesImages && <ImageButton onChoose={(files) => void chooseImage(room.id, files)} />}
        <textarea
          ref={field}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            if (!isEdit) sayWriting(room.id);
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          readOnly={waiting}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          placeholder={placeholder}
          aria-label={isEdit ? 'Edit message' : 'Message'}
          aria-describedby={left <= nearLimit ? counterId : undefined}
          aria-invalid={left < 0 || undefined}
          className={cx(
            'field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none bg-transparent py-2.5 leading-6 outline-none',
            !takesImages && 'pl-2.5',
          )}
        />
        <EmojiPicker onPick={(emoji) => setText(insertAtCaret(field.current, text, emoji))} />
        <SendButton isEdit={isEdit} isReady={sendable} disabled={!takesImages && !sendable} />
      </div>
      <CharacterCount id={counterId} left={left} near={nearLimit} />
      <span className="h-1 sm:h-2" />
    </form>
  );
}

interface SendButtonProps {
  isEdit: boolean;
  isReady: boolean;
  disabled: boolean;
}

function SendButton({ isEdit, isReady, disabled }: SendButtonProps) {
  const Icon = isEdit ? Check : SendHorizontal;
  return (
    <IconButton
      label={isEdit ? 'Save' : 'Send'}
      type="submit"
      // Focus stays in the field, which keeps a phone's keyboard open.
      onPointerDown={(event) => event.preventDefault()}
      disabled={disabled}
    >
      <Icon size={22} aria-hidden="true" className={cx(isReady && 'text-accent-text')} />
    </IconButton>
  );
}

interface ChosenImageProps {
  chosen: DraftImage;
  /** The message is sent as soon as the picture is ready. */
  isWaiting: boolean;
  onCancel: () => void;
  onHold: () => void;
}

/** The picture chosen for the message, possibly still being prepared. */
function ChosenImage({ chosen, isWaiting, onCancel, onHold }: ChosenImageProps) {
  return (
    <div className="flex flex-wrap items-end gap-3 pt-1 pl-1">
      <div className="relative overflow-hidden rounded-control border border-line bg-raised">
        {chosen.ready ? (
          <img src={chosen.image.url} alt="Attached to this message" className="block h-28 max-w-60 object-cover" />
        ) : (
          <span className="flex h-28 w-28 items-center justify-center text-muted">
            <Spinner label="Preparing picture" />
          </span>
        )}
        <span className="absolute top-1 right-1">
          <IconButton label="Cancel image" size="sm" tone="overlay" onClick={onCancel}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      <p role="status" className="text-muted text-sm empty:hidden">
        {isWaiting && "We'll send this as soon as the picture is ready."}
      </p>
      {isWaiting && (
        <Button tone="secondary" size="sm" onClick={onHold}>
          Don't send yet
        </Button>
      )}
    </div>
  );
}

function ImageButton({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label="Image"
        className="sr-only"
        onChange={(event) => {
          onChoose([...(event.currentTarget.files ?? [])]);
          // Lets the same file be chosen again after it was removed.
          event.currentTarget.value = '';
        }}
      />
      <IconButton label="Attach image" onClick={() => input.current?.click()}>
        <ImagePlus size={22} aria-hidden="true" />
      </IconButton>
    </>
  );
}
