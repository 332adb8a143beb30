import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';
import { ArrowUp, Square } from 'lucide-react';
import { type Ref, useId } from 'react';
import { useTextDraft } from '#platform/drafts.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { CharacterCount } from '#ui/sent-text/CharacterCount.tsx';
import { sendWithEnter } from '#ui/sent-text/send-with-enter.ts';

/** From here on, the remaining characters are shown. */
const nearLimit = 500;

interface ComposerProps {
  /** The draft's name. */
  chatId: string | undefined;
  /** An answer is being generated: it can be stopped, and no question can be sent. */
  busy: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
  fieldRef: Ref<HTMLTextAreaElement>;
}

/** The question field. Enter sends, Shift+Enter starts a new line, and the draft survives closing the browser. */
export function Composer({ chatId, busy, onSend, onStop, fieldRef }: ComposerProps) {
  const [text, setText] = useTextDraft(`assistant:${chatId ?? 'new'}`);
  const counterId = useId();
  const left = limits.assistant.text - codePoints(text);
  const sendable = !busy && text.trim() !== '' && left >= 0;

  const send = () => {
    if (!sendable) return;
    setText('');
    onSend(text);
  };
  const { onSubmit, onKeyDown } = sendWithEnter(send);

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-1">
      <div className="flex items-end gap-1 rounded-[26px] border border-line-strong bg-raised py-1 pr-1 pl-4 focus-within:border-accent-text focus-within:outline-2 focus-within:outline-accent-text focus-within:-outline-offset-1">
        <textarea
          ref={fieldRef}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          placeholder="Ask anything"
          aria-label="Your question"
          aria-describedby={left <= nearLimit ? counterId : undefined}
          aria-invalid={left < 0 || undefined}
          className="field-sizing-content max-h-[40dvh] min-h-11 min-w-0 flex-1 resize-none bg-transparent py-2.5 leading-6 outline-none"
        />
        {busy ? (
          <IconButton label="Stop" tone="accent" tooltipSide="top" onClick={onStop}>
            <Square size={16} fill="currentColor" aria-hidden="true" />
          </IconButton>
        ) : (
          <IconButton
            label="Send"
            type="submit"
            tone={sendable ? 'accent' : 'quiet'}
            tooltipSide="top"
            disabled={!sendable}
          >
            <ArrowUp size={20} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <CharacterCount id={counterId} left={left} near={nearLimit} className="px-4" />
    </form>
  );
}
