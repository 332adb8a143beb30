import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { ImagePlus, SendHorizontal, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import {
  chooseImage,
  type DraftImage,
  followImage,
  removeImage,
  takeImage,
  useDraftImage,
} from '#features/messages/draft-images.ts';
import type { Room } from '#features/messages/timeline.ts';
import { draftName, timelineOf } from '#features/messages/timelines.ts';
import { useTextDraft } from '#platform/drafts.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
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

/** The text and picture chosen for a room, and how they're sent. `field` gets the focus after every action. */
function useMessage(room: Room, images: boolean, field: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useTextDraft(draftName('message', room.id));
  const chosen = useDraftImage(room.id);
  const left = limits.message.text - codePoints(text);
  const blank = text.trim() === '' && chosen === undefined;
  const sendable = !blank && left >= 0 && chosen?.ready !== false;
  /** The choice of the picture that's being prepared; the message is sent with it as soon as it's ready. */
  const [goesWith, setGoesWith] = useState<number>();
  const waiting = chosen !== undefined && chosen.choice === goesWith;

  useEffect(() => {
    return images ? followImage(room.id) : undefined;
  }, [images, room.id]);

  const send = () => {
    if (blank && images) void showAlert(messages.messageOrImage);
    if (chosen?.ready === false && left >= 0) setGoesWith(chosen.choice);
    if (!sendable) return;
    timelineOf(room).send(text.trim() === '' ? '' : text, images ? takeImage(room.id) : null);
    setText('');
    field.current?.focus();
  };
  const isReady = chosen?.ready;
  const sendWaiting = useEffectEvent(send);
  useEffect(() => {
    if (waiting && isReady) sendWaiting();
  }, [waiting, isReady]);
  const keepWaiting = () => {
    setGoesWith(undefined);
    field.current?.focus();
  };
  return { text, setText, chosen, left, sendable, waiting, send, keepWaiting };
}

function Composer({ room, images = false, placeholder = messages.typeMessage }: MessageComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const message = useMessage(room, images, field);
  const { text, setText, chosen, left, sendable, waiting, keepWaiting } = message;
  const counterId = useId();

  useEffect(() => {
    if (hasKeyboard()) field.current?.focus({ preventScroll: true });
  }, []);

  const { onSubmit, onKeyDown: onEnter } = sendWithEnter(message.send);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && waiting) keepWaiting();
    else onEnter(event);
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (!images || files.length === 0) return;
    event.preventDefault();
    void chooseImage(room.id, files);
  };

  return (
    <form
      onSubmit={onSubmit}
      className={cx('safe-bottom mx-auto flex w-full flex-col gap-1 px-2 pt-1 sm:px-4', images && 'max-w-[56rem]')}
    >
      {images && chosen !== undefined && (
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
      <div className="flex items-end gap-0.5 rounded-card border border-line-strong bg-raised pl-1 transition-colors focus-within:border-accent-text">
        {images && <ImageButton onChoose={(files) => void chooseImage(room.id, files)} />}
        <textarea
          ref={field}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          readOnly={waiting}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          placeholder={placeholder}
          aria-label="Message"
          aria-describedby={left <= nearLimit ? counterId : undefined}
          aria-invalid={left < 0 || undefined}
          className={cx(
            'field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none bg-transparent py-2.5 leading-6 outline-none',
            !images && 'pl-2.5',
          )}
        />
        <EmojiPicker onPick={(emoji) => setText(insertAtCaret(field.current, text, emoji))} />
        <IconButton
          label="Send"
          type="submit"
          // Focus stays in the field, which keeps a phone's keyboard open.
          onPointerDown={(event) => event.preventDefault()}
          disabled={!images && !sendable}
        >
          <SendHorizontal size={22} aria-hidden="true" className={cx(sendable && 'text-accent-text')} />
        </IconButton>
      </div>
      <CharacterCount id={counterId} left={left} near={nearLimit} />
      <span className="h-1 sm:h-2" />
    </form>
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
