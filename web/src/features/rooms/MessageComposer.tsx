import { messages } from '@hubbub/contract/platform/messages.ts';
import { Check, SendHorizontal } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';
import { useLocation } from 'react-router';
import { WritingAids } from '#features/rich-text/public.ts';
import { AttachButtons } from '#features/rooms/AttachButtons.tsx';
import { ComposingNote } from '#features/rooms/ComposingNote.tsx';
import { chooseFiles } from '#features/rooms/draft-files.ts';
import { LateFileTray } from '#features/rooms/late-files.tsx';
import type { Room } from '#features/rooms/timeline.ts';
import { sayWriting } from '#features/rooms/typing.ts';
import { useMessage } from '#features/rooms/use-message.ts';
import { VoiceButton } from '#features/rooms/VoiceButton.tsx';
import { cx } from '#ui/cx.ts';
import { EmojiPicker } from '#ui/emoji-picker/EmojiPicker.tsx';
import { insertAtCaret } from '#ui/emoji-picker/insert-at-caret.ts';
import { pastedFiles } from '#ui/file-drop/pasted-files.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { CharacterCount } from '#ui/sent-text/CharacterCount.tsx';
import { sendWithEnter } from '#ui/sent-text/send-with-enter.ts';

/** The counter appears when this many code points are left. */
const nearLimit = 200;

interface MessageComposerProps {
  room: Room;
  /** Between two people: sending nothing shows that text or a picture is missing. */
  images?: boolean;
  placeholder?: string;
  /** Seconds until the person may send a new message; they can write it meanwhile. */
  wait?: number;
  /** Shown below the field. */
  note?: ReactNode;
}

/** Without https, browsers give no microphone. */
const canRecord = typeof MediaRecorder !== 'undefined' && navigator.mediaDevices !== undefined;

/** On a phone, the keyboard would cover half of the messages. */
const hasKeyboard = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/**
 * Writes to a chat: Enter sends, Shift+Enter inserts a line break. Drafts are kept per chat, shared between tabs, and survive closing
 * the browser.
 */
export function MessageComposer(props: MessageComposerProps) {
  return <Composer key={props.room.id} {...props} />;
}

/** Opening a chat focuses the field if there's a keyboard, or if it was opened by a notification's Reply. */
function useFocusOnArrival(field: RefObject<HTMLTextAreaElement | null>): void {
  const { hash, key } = useLocation();
  const wantsReply = hash === '#reply' && key;
  useEffect(() => {
    if (wantsReply || hasKeyboard()) field.current?.focus({ preventScroll: true });
  }, [field, wantsReply]);
}

/** Starting a reply or an edit focuses the field. What was started before a reload doesn't. */
function useFocusOnChange(field: RefObject<HTMLTextAreaElement | null>, key: string | null): void {
  const before = useRef(key);
  useEffect(() => {
    if (key !== null && key !== before.current) field.current?.focus();
    before.current = key;
  }, [field, key]);
}

/** What keys do in the field besides writing and sending. */
function onKey(
  event: KeyboardEvent,
  message: ReturnType<typeof useMessage>,
  onEnter: (event: KeyboardEvent) => void,
): void {
  const { text, composing, chosen, waiting } = message;
  if (event.key === 'Escape' && waiting) message.keepWaiting();
  else if (event.key === 'Escape' && composing !== null) message.cancel();
  else if (event.key === 'ArrowUp' && text === '' && composing === null && chosen.length === 0) message.editLast(event);
  else onEnter(event);
}

function Composer({ room, images = false, placeholder = messages.typeMessage, wait = 0, note }: MessageComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const message = useMessage(room, { asks: images, wait, field });
  const { text, setText, composing, cancel, chosen, left, sendable, waiting, keepWaiting } = message;
  const isEdit = composing?.kind === 'edit';
  const counterId = useId();
  // On a phone, the microphone is in the place of the button that sends, until there's something to send.
  const recordable = canRecord && wait === 0 && text === '' && chosen.length === 0 && !isEdit;

  useFocusOnArrival(field);
  useFocusOnChange(field, composing && `${composing.kind} ${composing.quoted._id}`);

  const { onSubmit, onKeyDown } = sendWithEnter(message.send);
  const onPaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    if (isEdit || files.length === 0) return;
    event.preventDefault();
    void chooseFiles(room.id, files);
  };

  return (
    <form
      onSubmit={onSubmit}
      className={cx('safe-bottom mx-auto flex w-full flex-col gap-1 px-2 pt-1 sm:px-4', images && 'max-w-[56rem]')}
    >
      {composing !== null && <ComposingNote composing={composing} onCancel={cancel} />}
      {chosen.length > 0 && (
        <LateFileTray
          roomId={room.id}
          files={chosen}
          isWaiting={waiting}
          onHold={keepWaiting}
          onRemoved={() => field.current?.focus()}
        />
      )}
      <WritingAids field={field} text={text} onText={setText} place={{ conversation: room.id }} />
      <div className="relative flex items-end rounded-card border border-line-strong bg-raised pl-1 transition-colors focus-within:border-accent-text sm:gap-0.5">
        {!isEdit && <AttachButtons roomId={room.id} />}
        <textarea
          ref={field}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            if (!isEdit) sayWriting(room.id);
          }}
          onKeyDown={(event) => onKey(event, message, onKeyDown)}
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
            'field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none bg-transparent py-2.5 leading-6 outline-none placeholder-shown:overflow-hidden placeholder-shown:whitespace-nowrap',
            isEdit && 'pl-2.5',
          )}
        />
        <EmojiPicker onPick={(emoji) => setText(insertAtCaret(field.current, text, emoji))} />
        {recordable && <VoiceButton onSend={message.sendVoice} />}
        <span className={cx('flex', recordable && 'max-[480px]:hidden')}>
          <SendButton
            isEdit={isEdit}
            isReady={sendable}
            disabled={(!isEdit && wait > 0) || ((isEdit || !images) && !sendable && !(chosen.length > 0 && left >= 0))}
          />
        </span>
      </div>
      <CharacterCount id={counterId} left={left} near={nearLimit} />
      {note}
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
      // A double click sends once; its second click would find the field empty.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
      disabled={disabled}
    >
      <Icon size={22} aria-hidden="true" className={cx(isReady && 'text-accent-text')} />
    </IconButton>
  );
}
