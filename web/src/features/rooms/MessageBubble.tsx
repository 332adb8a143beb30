import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { memo } from 'react';
import { Link } from 'react-router';
import { RichText } from '#features/rich-text/public.ts';
import { MessageAttachments } from '#features/rooms/MessageAttachments.tsx';
import {
  type Active,
  EditedMark,
  ForwardedMark,
  MessageLink,
  MessageMenu,
  MessageQuote,
  MessageReactions,
  PinnedMark,
  Removal,
} from '#features/rooms/MessageExtras.tsx';
import { MessageImage } from '#features/rooms/MessageImage.tsx';
import { FailedMessage, MessageTime } from '#features/rooms/MessageStatus.tsx';
import { isEmojiOnly, isRightToLeft, type MessageRow } from '#features/rooms/rows.rules.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { cx } from '#ui/cx.ts';

export interface MessageProps {
  row: MessageRow;
  /** Says who sent it, where there are more than two people. */
  named?: boolean;
  active: Active;
  onRetry: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
}

/** Rows are rebuilt with every change to the timeline, but most of them stay the same. */
export function isSameMessage(a: MessageProps, b: MessageProps): boolean {
  return (
    a.row.stored === b.row.stored &&
    a.row.outgoing === b.row.outgoing &&
    a.row.first === b.row.first &&
    a.row.last === b.row.last &&
    a.active === b.active &&
    a.onRetry === b.onRetry
  );
}

/** Stands in for a picture that was deleted with its sender's account. */
function NoPicture({ message }: { message: Message | null }) {
  const isEmpty =
    message?.message === '' && message.imageUrl === null && !message.attachments?.length && !message.deleted;
  return isEmpty && <p className="text-muted">Picture deleted</p>;
}

/** The sender's picture, beside the last of several messages in a group. */
function SenderPicture({ row: { own, last, stored }, named }: Pick<MessageProps, 'row'> & { named: boolean }) {
  if (!named || own || !last || stored === null) return null;
  const { profile_path: path } = stored.sender;
  return <Avatar {...avatarUrls(path)} size={32} className="absolute bottom-0 left-3 sm:left-5" />;
}

/** Who sent a message. In a group their name stands above the first of several, and leads to their profile. */
function SenderName({ row: { own, first, stored }, named }: Pick<MessageProps, 'row'> & { named: boolean }) {
  if (own || stored === null || !named || !first)
    return <span className="sr-only">{own ? 'You' : stored?.sender.username}:</span>;
  const { _id, username, name } = stored.sender;
  const classes = 'block max-w-full truncate font-semibold text-sm';
  if (_id === null) return <span className={cx(classes, 'text-muted')}>{name}</span>;
  return (
    <Link
      to={pathTo('profile', { username })}
      title={`@${username}`}
      data-card
      dir="auto"
      className={cx(classes, 'text-accent-text hover:underline')}
    >
      {name}
    </Link>
  );
}

/** Space at the end of a text for the time and what's beside it. */
const timeWidths = {
  own: { plain: '[&_[data-end]]:after:w-23', edited: '[&_[data-end]]:after:w-36' },
  other: { plain: '[&_[data-end]]:after:w-18', edited: '[&_[data-end]]:after:w-31' },
};

/** A caption is as wide as the picture or file above it, which is wide enough to read one. */
function captionClasses({ stored, outgoing }: MessageRow): { bubble?: string; text: string } {
  const files = stored?.attachments ?? outgoing?.files ?? [];
  const isCaption = (stored?.message ?? outgoing?.text ?? '') !== '' && (files.length > 0 || stored?.imageUrl != null);
  return isCaption ? { bubble: 'min-w-60 [&_[data-picture]]:min-w-full', text: 'w-0 min-w-full' } : { text: 'min-w-0' };
}

/** The time and what's beside it: where the text ends, or on a line of its own. */
function TimeAtEnd({ row, apart }: Pick<MessageProps, 'row'> & { apart: boolean }) {
  // Two elements: which side an element's end is on depends on its own direction.
  return (
    <div className={cx(!apart && 'absolute end-0 bottom-0')}>
      <span dir="ltr" className="flex items-center justify-end gap-1.5">
        <PinnedMark message={row.stored} />
        <EditedMark message={row.stored} />
        <MessageTime row={row} />
      </span>
    </div>
  );
}

/** A message in a conversation; the person's own are right-aligned and in another color. */
export const MessageBubble = memo(function MessageBubble({
  row,
  active,
  named = false,
  onRetry,
  onDiscard,
}: MessageProps) {
  const { own, stored, outgoing } = row;
  const text = stored?.message ?? outgoing?.text ?? '';
  const by = own ? 'you' : (stored?.sender.username ?? '');
  const large = isEmojiOnly(text);
  const failed = outgoing?.status === 'failed';
  const edited = stored?.edited_at != null;
  const caption = captionClasses(row);
  // If there are words beside the time, or no text before it, it gets its own line.
  const apart = text === '' || outgoing?.status === 'waiting' || outgoing?.percent != null;
  return (
    <div
      className={cx(
        'relative mx-auto flex max-w-[56rem] flex-col px-3 sm:px-5',
        own ? 'items-end' : 'items-start',
        !own && named && 'pl-13 sm:pl-15',
        row.first ? 'pt-2.5' : 'pt-0.5',
      )}
    >
      <div
        className={cx(
          'relative flex max-w-[min(85%,35rem)] flex-col gap-1.5 rounded-card px-3 py-1.5',
          own ? 'bg-accent-soft' : 'bg-raised',
          own && !row.last && 'rounded-br-sm',
          own && !row.first && 'rounded-tr-sm',
          !own && !row.last && 'rounded-bl-sm',
          !own && !row.first && 'rounded-tl-sm',
          failed && 'ring-1 ring-danger-text',
          caption.bubble,
        )}
      >
        <SenderName row={row} named={named} />
        <MessageQuote row={row} layout="bubbles" />
        <ForwardedMark message={stored} />
        <Removal message={stored} own={own} />
        {stored !== null && <MessageImage message={stored} by={by} />}
        <MessageAttachments row={row} by={by} />
        <div dir={isRightToLeft(text) ? 'rtl' : 'ltr'} className={cx('relative', caption.text)}>
          <NoPicture message={stored} />
          {text !== '' && (
            <div
              className={cx(
                'leading-normal',
                large && 'text-[2.5rem] leading-tight',
                // Keeps the end of the last line free for the time.
                !apart &&
                  "[&_[data-end]]:after:inline-block [&_[data-end]]:after:h-2 [&_[data-end]]:after:content-['']",
                !apart && timeWidths[own ? 'own' : 'other'][edited ? 'edited' : 'plain'],
              )}
            >
              <RichText text={text} mentions={stored?.mentions} whole />
            </div>
          )}
          <TimeAtEnd row={row} apart={apart} />
        </div>
        <MessageLink message={stored} />
        <MessageMenu message={stored} own={own} layout="bubbles" active={active} />
      </div>
      <SenderPicture row={row} named={named} />
      <div className={cx('max-w-[min(85%,35rem)] pt-1 empty:hidden', own && '[&_ul]:justify-end')}>
        <MessageReactions message={stored} />
      </div>
      {failed && outgoing !== null && (
        <FailedMessage outgoing={outgoing} atEnd onRetry={onRetry} onDiscard={onDiscard} />
      )}
    </div>
  );
}, isSameMessage);
