import { ArrowDown, CircleAlert, RotateCcw } from 'lucide-react';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#features/assistant/chats.rules.ts';
import { Button } from '#ui/button/Button.tsx';
import { CopyButton } from '#ui/copy-button/CopyButton.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { LogoMark } from '#ui/logo/Logo.tsx';
import { Markdown } from '#ui/markdown/Markdown.tsx';

/** Within this many pixels of the end, the list follows new text. */
const nearEnd = 80;

const notes: Partial<Record<ChatMessage['state'], string>> = {
  stopped: 'You stopped this answer.',
  cut: 'This answer reached the maximum length. Ask for the rest.',
};

function Question({ content }: { content: string }) {
  return (
    <div
      dir="auto"
      className="ml-auto w-fit max-w-[85%] whitespace-pre-wrap rounded-card bg-raised px-4 py-2.5 leading-relaxed [overflow-wrap:anywhere]"
    >
      <span className="sr-only">You: </span>
      {content}
    </div>
  );
}

function Waiting() {
  return (
    <span className="flex h-7 items-center gap-1" aria-hidden="true">
      {['0ms', '200ms', '400ms'].map((delay) => (
        <span key={delay} className="size-2 animate-breathe rounded-full bg-muted" style={{ animationDelay: delay }} />
      ))}
    </span>
  );
}

function Failure({ error, onRetry }: { error: string; onRetry: (() => void) | undefined }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-danger-text/40 bg-danger-soft px-4 py-2.5 text-sm"
    >
      <CircleAlert size={18} aria-hidden="true" className="shrink-0 text-danger-text" />
      <p className="min-w-48 flex-1">{error}</p>
      {onRetry !== undefined && (
        <Button tone="secondary" size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

function Answer({ message, onRetry }: { message: ChatMessage; onRetry: (() => void) | undefined }) {
  const { content, state, error } = message;
  const note = notes[state];
  return (
    <div className="flex gap-3 sm:gap-4">
      <span className="mt-0.5 shrink-0">
        <LogoMark size={26} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2" dir="auto">
        <span className="sr-only">The assistant: </span>
        {content === '' && state === 'writing' && <Waiting />}
        {content !== '' && <Markdown text={content} />}
        {note !== undefined && <p className="text-muted text-sm">{note}</p>}
        {state === 'failed' && <Failure error={error ?? "The assistant couldn't answer."} onRetry={onRetry} />}
        {state !== 'writing' && (
          <div className="-ml-2 flex gap-1">
            {content !== '' && <CopyButton text={content} label="Copy answer" size="sm" />}
            {onRetry !== undefined && state !== 'failed' && (
              <IconButton label="Answer again" size="sm" onClick={onRetry}>
                <RotateCcw size={16} aria-hidden="true" />
              </IconButton>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

const Message = memo(function Message({
  message,
  onRetry,
}: {
  message: ChatMessage;
  onRetry: (() => void) | undefined;
}) {
  return (
    <li>
      {message.role === 'user' ? (
        <Question content={message.content} />
      ) : (
        <Answer message={message} onRetry={onRetry} />
      )}
    </li>
  );
});

/** What screen readers hear about an answer: that it started and how it ended, not each word as it arrives. */
function announcement(last: ChatMessage | undefined): string {
  if (last?.role !== 'assistant') return '';
  if (last.state === 'writing') return 'The assistant is answering.';
  return last.state === 'failed' ? '' : 'The answer is complete.';
}

interface MessageListProps {
  messages: readonly ChatMessage[];
  onRetry: () => void;
}

/** The conversation. It follows new text as long as its end is in view. */
export function MessageList({ messages, onRetry }: MessageListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const following = useRef(true);
  const [away, setAway] = useState(false);
  const count = messages.length;

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, []);
  // Always scrolls to the person's own question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is what the effect is for
  useLayoutEffect(() => {
    following.current = true;
    toEnd();
  }, [count]);
  useEffect(() => {
    if (content.current === null) return;
    const observer = new ResizeObserver(() => following.current && toEnd());
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [toEnd]);
  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
    following.current = atEnd;
    setAway(!atEnd);
  };

  const last = messages.at(-1);
  return (
    <div className="relative min-h-0 flex-1">
      <div ref={scroller} onScroll={onScroll} className="size-full overflow-y-auto overscroll-contain">
        <ol ref={content} aria-label="Conversation" className="mx-auto flex max-w-3xl flex-col gap-6 px-4 py-6">
          {messages.map((message) => (
            <Message key={message.id} message={message} onRetry={message === last ? onRetry : undefined} />
          ))}
        </ol>
      </div>
      <p role="status" className="sr-only">
        {announcement(last)}
      </p>
      {away && (
        <div className="absolute inset-x-0 bottom-2 flex justify-center">
          <IconButton label="Jump to the end" tone="raised" tooltipSide="top" onClick={toEnd}>
            <ArrowDown size={18} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  );
}
