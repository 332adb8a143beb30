import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { memo, use, useState } from 'react';
import { Link } from 'react-router';
import { RichText } from '#features/rich-text/public.ts';
import { HiddenMessage, useHidden } from '#features/rooms/HiddenMessage.tsx';
import { MessageAttachments } from '#features/rooms/MessageAttachments.tsx';
import { isSameMessage, type MessageProps } from '#features/rooms/MessageBubble.tsx';
import {
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
import { Actions } from '#features/rooms/message-actions.ts';
import { repliesText } from '#features/rooms/message-path.ts';
import { isEmojiOnly } from '#features/rooms/rows.rules.ts';
import { avatarUrls } from '#platform/media.ts';
import { useNow } from '#platform/now.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { exactTime, relativeTime, timeOfDay } from '#platform/time.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { cx } from '#ui/cx.ts';

/** A channel message, collapsed if the reader has blocked its sender. */
export const FlatMessage = memo(function FlatMessage(props: MessageProps) {
  const [isShown, setShown] = useState(false);
  const hidden = useHidden(props.row.stored);
  return hidden && !isShown ? <HiddenMessage onShow={() => setShown(true)} /> : <ShownMessage {...props} />;
}, isSameMessage);

/** A picture leads where the name does, for pointers alone. */
function SenderPicture({ sender }: { sender: Pick<Message['sender'], '_id' | 'username' | 'profile_path'> }) {
  const picture = <Avatar {...avatarUrls(sender.profile_path)} size={40} />;
  if (sender._id === null) return picture;
  const to = pathTo('profile', { username: sender.username });
  return (
    <Link to={to} data-card aria-hidden="true" tabIndex={-1} className="block rounded-full">
      {picture}
    </Link>
  );
}

/** Leads to the replies in a message's thread, once there are any, and shows who wrote the last ones. */
function ThreadButton({ message }: { message: Message | null }) {
  const { thread, threads } = use(Actions);
  const now = useNow();
  const {
    reply_count: count,
    authors,
    last_at: at,
  } = message?.thread ?? { reply_count: 0, authors: [], last_at: null };
  if (message === null || count === 0 || !threads) return null;
  return (
    <button
      type="button"
      onClick={() => thread(message)}
      className="group/thread mt-1 -ml-1.5 inline-flex min-h-9 max-w-full items-center gap-2 self-start rounded-control border border-transparent px-1.5 text-sm hover:border-line hover:bg-surface pointer-coarse:min-h-11"
    >
      <span className="flex shrink-0 -space-x-1.5 rtl:space-x-reverse">
        {authors.map(({ username, profile_path: path }) => (
          <Avatar key={username} {...avatarUrls(path)} size={24} className="ring-2 ring-bg" />
        ))}
      </span>
      <span className="shrink-0 font-semibold text-accent-text group-hover/thread:underline">{repliesText(count)}</span>
      {at !== null && (
        <time dateTime={at} title={exactTime(at)} className="truncate text-muted text-xs">
          Last reply {relativeTime(at, now)}
        </time>
      )}
    </button>
  );
}

/** When one of several in a row was sent, in the column of the pictures on hover: beside the text, it'd take room from it. */
function TimeInMargin({ row: { at, own } }: Pick<MessageProps, 'row'>) {
  return (
    <span className="absolute -start-2 top-0 w-12 select-none whitespace-nowrap text-end text-[0.6875rem] text-muted tabular leading-6 opacity-0 group-hover:opacity-100">
      <time dateTime={at} title={exactTime(at)}>
        {timeOfDay(at)}
      </time>
      {own && <span className="sr-only">Sent</span>}
    </span>
  );
}

/** The sender's name appears above the first of several in a row. */
function ShownMessage({ row, active, onRetry, onDiscard }: MessageProps) {
  const user = useCurrentUser();
  const { own, stored, outgoing, first } = row;
  const sender = stored?.sender ?? { _id: user.user_id, username: user.username, profile_path: user.profile_path };
  const text = stored?.message ?? outgoing?.text ?? '';
  const failed = outgoing?.status === 'failed';
  const deleted = sender._id === null;
  const nameClasses = cx('truncate rounded-sm font-semibold', own && 'text-accent-text');
  return (
    <div className={cx('group relative px-3 hover:bg-raised/50 sm:px-5', first ? 'mt-2.5 pt-1 pb-0.5' : 'py-0.5')}>
      <div className="pl-13 empty:hidden">
        <MessageQuote row={row} layout="flat" />
      </div>
      <div className="relative flex gap-3">
        <div className="w-10 shrink-0">{first && <SenderPicture sender={sender} />}</div>
        <div className="min-w-0 flex-1">
          {first ? (
            <p className="flex min-w-0 items-baseline gap-2 leading-6">
              {deleted ? (
                <span className={cx(nameClasses, 'text-muted')}>{sender.username}</span>
              ) : (
                <Link
                  to={pathTo('profile', { username: sender.username })}
                  data-card
                  className={cx(nameClasses, 'hover:underline')}
                >
                  {sender.username}
                </Link>
              )}
              <MessageTime row={row} />
              <EditedMark message={stored} />
              <PinnedMark message={stored} />
            </p>
          ) : (
            <span className="sr-only">{sender.username}:</span>
          )}
          <div className="flex min-w-0 flex-wrap items-end gap-x-2.5">
            <div className="flex min-w-0 max-w-full grow flex-col gap-1.5">
              <ForwardedMark message={stored} />
              <Removal message={stored} own={own} />
              {stored !== null && <MessageImage message={stored} by={sender.username} />}
              <MessageAttachments row={row} by={sender.username} />
              {text !== '' && (
                <div className={cx('leading-normal', isEmojiOnly(text) && 'text-[2.5rem] leading-tight')}>
                  <RichText text={text} mentions={stored?.mentions} whole />
                </div>
              )}
              <MessageLink message={stored} />
            </div>
            {!first && (
              <span className="flex items-center gap-1.5 empty:hidden">
                <EditedMark message={stored} />
                <PinnedMark message={stored} />
                {outgoing !== null && <MessageTime row={row} />}
              </span>
            )}
          </div>
          {!first && outgoing === null && <TimeInMargin row={row} />}
          <div className="pt-1 empty:hidden">
            <MessageReactions message={stored} />
          </div>
          <ThreadButton message={stored} />
          {failed && outgoing !== null && <FailedMessage outgoing={outgoing} onRetry={onRetry} onDiscard={onDiscard} />}
        </div>
      </div>
      <MessageMenu message={stored} own={own} layout="flat" active={active} />
    </div>
  );
}
