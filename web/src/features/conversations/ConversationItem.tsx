import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { withoutSigns } from '@hubbub/contract/platform/formatting.ts';
import { Image, LogOut, Paperclip, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { badgeText, lastSenderOf, nameOf, otherOf, previewOf } from '#features/conversations/conversations.rules.ts';
import { GroupAvatar } from '#features/conversations/GroupAvatar.tsx';
import { deleteItem } from '#features/conversations/use-delete-conversation.ts';
import { OnlineDot } from '#features/presence/public.ts';
import { MutedMark, systemText } from '#features/rooms/public.ts';
import { avatarUrls } from '#platform/media.ts';
import { useMediaQuery } from '#platform/media-query.ts';
import { pathTo } from '#platform/paths.ts';
import { exactTime, listTime } from '#platform/time.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { ContextMenu } from '#ui/context-menu/ContextMenu.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

interface ConversationItemProps {
  conversation: Conversation;
  ownId: string;
  selected: boolean;
  now: number;
  deleting: boolean;
  onDelete: () => void;
}

function Preview({ conversation, ownId }: { conversation: Conversation; ownId: string }) {
  const { last_message: text, last_message_has_image: hasImage, last_message_has_attachments: hasFiles } = conversation;
  const { last_message_system: line } = conversation;
  const sender = lastSenderOf(conversation, ownId);
  if (line) return systemText(line, ownId);
  if (text === null) return <span className="italic">No messages yet</span>;
  if (text === '' && !hasImage && !hasFiles) return <span className="italic">Message deleted</span>;
  const wordless = hasImage ? 'Picture' : 'Attachment';
  return (
    <>
      {sender !== null && `${sender}: `}
      {hasImage && <Image size={15} aria-hidden="true" className="mr-1 inline-block align-[-2px]" />}
      {!hasImage && hasFiles && <Paperclip size={15} aria-hidden="true" className="mr-1 inline-block align-[-2px]" />}
      {text === '' ? wordless : previewOf(withoutSigns(text))}
    </>
  );
}

type ConversationLinkProps = Pick<ConversationItemProps, 'conversation' | 'ownId' | 'selected' | 'now'> &
  Omit<ComponentProps<typeof Link>, 'to'>;

/** Passes on what the menu around it adds, such as the handler of a long press. */
function ConversationLink({ conversation, ownId, selected, now, ...fromMenu }: ConversationLinkProps) {
  const other = otherOf(conversation, ownId);
  const unread = selected ? 0 : conversation.unread;
  const at = conversation.last_message_at;
  return (
    <Link
      {...fromMenu}
      to={pathTo('chat', {}, { conversation: conversation._id })}
      state={{ fromList: true }}
      replace={selected}
      aria-current={selected ? 'true' : undefined}
      className={cx(
        'flex h-18 items-center gap-3 rounded-control pr-3 pl-2.5 transition-colors focus-visible:-outline-offset-2',
        selected ? 'bg-accent-soft' : 'hover:bg-raised',
      )}
    >
      {conversation.is_group ? (
        <GroupAvatar group={conversation} ownId={ownId} size={48} />
      ) : (
        <OnlineDot username={other.username} online={other.online}>
          <Avatar {...avatarUrls(other.profile_path)} size={48} />
        </OnlineDot>
      )}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={cx('min-w-0 flex-1 truncate', unread > 0 ? 'font-bold' : 'font-semibold')}>
            {nameOf(conversation, ownId)}
          </span>
          {conversation.notify === 'none' && <MutedMark />}
          {at !== null && (
            <time
              dateTime={at}
              title={exactTime(at)}
              className={cx('shrink-0 text-xs tabular', unread > 0 ? 'text-accent-text' : 'text-muted')}
            >
              {listTime(at, now)}
            </time>
          )}
        </span>
        <span className="flex items-center gap-2">
          <span
            dir="auto"
            className={cx(
              'min-w-0 flex-1 truncate text-left text-sm',
              unread > 0 ? 'font-medium text-text' : 'text-muted',
            )}
          >
            <Preview conversation={conversation} ownId={ownId} />
          </span>
          {unread > 0 && (
            <span
              data-unread
              className="inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full bg-accent px-1.5 font-semibold text-accent-ink text-xs tabular transition-opacity [@media(hover:hover)]:group-focus-within:opacity-0 [@media(hover:hover)]:group-hover:opacity-0"
            >
              <span aria-hidden="true">{badgeText(unread)}</span>
              <span className="sr-only">{unread === 1 ? '1 unread message' : `${unread} unread messages`}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

/** One conversation in the list. Its delete icon shows on hover and focus; without hover, a long press opens a menu. */
export function ConversationItem({ deleting, onDelete, ...link }: ConversationItemProps) {
  const { conversation, ownId } = link;
  const isGroup = conversation.is_group === true;
  const name = nameOf(conversation, ownId);
  const canHover = useMediaQuery('(hover: hover)');
  return (
    <div className="group relative mx-2">
      <ContextMenu disabled={canHover} items={[deleteItem(isGroup, onDelete)]}>
        <ConversationLink {...link} />
      </ContextMenu>
      {canHover && (
        <span className="absolute right-1 bottom-1 rounded-full opacity-0 transition-opacity focus-within:opacity-100 group-hover:bg-raised group-hover:opacity-100">
          <IconButton
            label={isGroup ? `Leave ${name}` : `Delete conversation with ${name}`}
            size="sm"
            tooltipSide="left"
            pending={deleting}
            onClick={onDelete}
          >
            {isGroup ? <LogOut size={18} aria-hidden="true" /> : <Trash2 size={18} aria-hidden="true" />}
          </IconButton>
        </span>
      )}
      {!canHover && deleting && (
        <span className="absolute right-3 bottom-3">
          <Spinner label={isGroup ? 'Leaving group' : 'Deleting conversation'} />
        </span>
      )}
    </div>
  );
}
