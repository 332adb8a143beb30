import type { Message, RepliedMessage } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { withoutSigns } from '@hubbub/contract/platform/formatting.ts';
import { CornerUpRight } from 'lucide-react';
import { quoteOf } from '#features/rooms/versions.rules.ts';
import { cx } from '#ui/cx.ts';

/** What a reply says about the message it answers. */
export function quotedText({ message, has_attachments, deleted, hidden }: RepliedMessage): string {
  if (deleted) return 'This message was deleted';
  if (hidden) return "A message you can't see";
  if (message !== '') return withoutSigns(message);
  return has_attachments ? 'Attachment' : 'Picture';
}

/** A message's text, or what's attached to it, outside its room. */
export const excerptText = (message: Message): string => quotedText({ ...quoteOf(message), message: message.message });

interface QuoteProps {
  quoted: RepliedMessage;
  /** The person wrote the message that's answered. */
  own: boolean;
  layout: 'bubbles' | 'flat';
  onJump: (messageId: string) => void;
}

/** Above a reply: the message it answers. Clicking it goes there. */
export function Quote({ quoted, own, layout, onJump }: QuoteProps) {
  const isText = quoted.message !== '' && !quoted.deleted && !quoted.hidden;
  const name = own ? 'You' : quoted.sender.username;
  const text = <span className={cx('min-w-0', !isText && 'italic')}>{quotedText(quoted)}</span>;
  if (layout === 'flat') {
    return (
      <button
        type="button"
        onClick={() => onJump(quoted._id)}
        className="group/quote mb-0.5 flex min-h-6 max-w-full items-center gap-1.5 rounded-sm text-left text-muted text-sm hover:text-text [@media(pointer:coarse)]:min-h-9"
      >
        <CornerUpRight size={15} aria-hidden="true" className="shrink-0" />
        <span className="sr-only">Reply to</span>
        <bdi className="shrink-0 font-semibold">{name}</bdi>
        <span dir="auto" className="truncate">
          {text}
        </span>
      </button>
    );
  }
  return (
    <button
      type="button"
      onClick={() => onJump(quoted._id)}
      className="flex min-h-11 w-full min-w-0 flex-col justify-center rounded-sm border-accent-text border-s-[3px] bg-bg/45 px-2 py-1 text-start text-sm hover:bg-bg/70"
    >
      <span className="sr-only">Reply to</span>
      <bdi className="max-w-full truncate font-semibold text-accent-text leading-snug">{name}</bdi>
      <span dir="auto" className="line-clamp-2 max-w-full leading-snug [overflow-wrap:anywhere]">
        {text}
      </span>
    </button>
  );
}
