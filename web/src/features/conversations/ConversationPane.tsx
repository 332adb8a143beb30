import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, MessageCircle } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import {
  applyNotify,
  conversationOptions,
  conversationRoom,
  conversationsOptions,
  markRead,
} from '#features/conversations/conversations.data.ts';
import {
  groupTitle,
  isNamed,
  nameOf,
  otherOf,
  titleOf,
  unreadRangeOf,
} from '#features/conversations/conversations.rules.ts';
import { ForwardHost } from '#features/conversations/ForwardHost.tsx';
import { GroupAvatar } from '#features/conversations/GroupAvatar.tsx';
import { LateGroupDialog } from '#features/conversations/late-groups.ts';
import { deleteItem, useAskToDelete } from '#features/conversations/use-delete-conversation.ts';
import { OnlineDot } from '#features/presence/public.ts';
import {
  ConnectionNotice,
  FileDrop,
  GroupBubble,
  HeldPictures,
  MessageBubble,
  MessageComposer,
  MessageTimeline,
  notifyItem,
  PinsDialog,
  pinsAction,
  RoomActions,
  RoomNotifyDialog,
  RoomSearchButton,
  TypingNotice,
} from '#features/rooms/public.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { late } from '#ui/late/late.tsx';
import { Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import { useEdgeSwipe } from '#ui/touch/use-edge-swipe.ts';

/**
 * A conversation from the list, or fetched separately if the list doesn't have it. `missing`: the person has no such conversation.
 * `failed`: it couldn't be fetched.
 */
function useConversation(id: string): { conversation: Conversation | undefined; missing: boolean; failed: boolean } {
  const listQuery = useInfiniteQuery(conversationsOptions);
  const { data: list } = listQuery;
  const listed = list?.find(({ _id }) => _id === id);
  const readQuery = useQuery({
    ...conversationOptions(id),
    enabled: list !== undefined && (listed === undefined || listed.is_group === true),
  });
  const { data: read } = readQuery;
  const listFailure = useLoadFailure(listQuery, 'your conversations');
  const readFailure = useLoadFailure(readQuery, 'this conversation');
  // The list doesn't say what a group's members have read.
  const found = listed?.is_group ? (read ?? listed) : listed;
  const missing = listed === undefined && read === null;
  return { conversation: found ?? read ?? undefined, missing, failed: listFailure !== null || readFailure !== null };
}

/** A group's other members, and up to where each has read. */
const readersOf = (group: Conversation, ownId: string) =>
  group.members.flatMap(({ _id, read_id: readId, username, profile_path: picture }) =>
    _id === ownId ? [] : [{ readId, username, picture }],
  );

interface ConversationPaneProps {
  conversationId: string;
  /** What else the header offers if the person can write here. @param title what the conversation is called */
  actions?: ((title: string) => ReactNode) | undefined;
  onBack: () => void;
  /** The conversation was deleted here. */
  onClosed: () => void;
}

/** Most conversations can be written in, so the code for the others loads when one is opened. */
const LateConversationEnd = late(
  async () => (await import('#features/conversations/ConversationEnd.tsx')).ConversationEnd,
  {
    name: 'What you can do here',
    // As high as what comes, so that the messages above stay where they are.
    waiting: ({ conversation }) => (
      <div aria-hidden="true" className={conversation.request === true ? 'h-[9.25rem] sm:h-[6.75rem]' : 'h-16'} />
    ),
  },
);

/** The open conversation, with its header, messages and message field. */
export function ConversationPane(props: ConversationPaneProps) {
  return <Pane key={props.conversationId} {...props} />;
}

const NoMessages = ({ isOver }: { isOver: boolean }) => (
  <EmptyState icon={MessageCircle} title="No messages yet">
    {isOver ? "You didn't exchange any messages." : 'Say hello.'}
  </EmptyState>
);

function Pane({ conversationId: id, actions, onBack, onClosed }: ConversationPaneProps) {
  const client = useQueryClient();
  const { user_id: ownId } = useCurrentUser();
  const { conversation, missing, failed } = useConversation(id);
  const [unreadRange] = useState(() => (conversation === undefined ? null : unreadRangeOf(conversation)));
  const other = conversation === undefined ? undefined : otherOf(conversation, ownId);
  const isGroup = conversation?.is_group === true;
  const deleted = !isGroup && other?._id === null;
  const readers = useMemo(() => (isGroup ? readersOf(conversation, ownId) : undefined), [isGroup, conversation, ownId]);

  const onSeen = (messageId: string, live: boolean) => {
    // The page of messages that opened it has already marked it as read on the server.
    if (conversation === undefined ? live : messageId > conversation.read_id) void markRead(client, id, messageId);
  };

  const swipe = useEdgeSwipe(onBack);
  const isEnded =
    deleted || conversation?.blocked !== undefined || conversation?.away === true || conversation?.request === true;
  return (
    <section aria-label="Conversation" {...swipe} className="flex h-full min-h-0 flex-col">
      <PaneHeader
        conversation={conversation}
        ownId={ownId}
        pending={conversation === undefined && !missing && !failed}
        actions={isEnded ? undefined : actions}
        onBack={onBack}
        onClosed={onClosed}
      />
      <ForwardHost />
      <ConnectionNotice />
      {missing ? (
        <Gone />
      ) : (
        <FileDrop roomId={id} disabled={isEnded}>
          <HeldPictures value={conversation === undefined || conversation.request === true}>
            <MessageTimeline
              waits={conversation === undefined && !failed}
              room={conversationRoom(id)}
              message={isGroup ? GroupBubble : MessageBubble}
              label={conversation === undefined ? 'Messages' : `Messages with ${nameOf(conversation, ownId)}`}
              unreadRange={unreadRange}
              readers={readers}
              readBy={
                isGroup
                  ? undefined
                  : other && { readId: other.read_id, username: other.username, picture: other.profile_path }
              }
              closed={isEnded}
              pins
              onSeen={onSeen}
              empty={<NoMessages isOver={deleted} />}
              gone={<Gone />}
            />
          </HeldPictures>
          {conversation !== undefined && other && isEnded && (
            <LateConversationEnd
              conversation={conversation}
              username={other.username}
              isDeleted={deleted}
              onClosed={onClosed}
            />
          )}
          {!isEnded && (
            <>
              <TypingNotice roomId={id} />
              {conversation === undefined && !failed ? (
                <ComposerPlace />
              ) : (
                <MessageComposer room={conversationRoom(id)} images placeholder={messages.typeMessage} />
              )}
            </>
          )}
        </FileDrop>
      )}
    </section>
  );
}

/** Keeps the place of the field until it's known whether there is one, so that nothing moves then. */
const ComposerPlace = () => <div aria-hidden="true" className="safe-bottom h-[3.875rem] shrink-0 sm:h-[4.125rem]" />;

function Gone() {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center overflow-y-auto">
      <EmptyState icon={MessageCircle} title="Conversation not found">
        It may have been deleted, or the link is incomplete.
      </EmptyState>
    </div>
  );
}

interface PaneHeaderProps {
  conversation: Conversation | undefined;
  ownId: string;
  /** It's loading. */
  pending: boolean;
  actions: ConversationPaneProps['actions'];
  onBack: () => void;
  onClosed: () => void;
}

function PaneHeader({ conversation, ownId, pending, actions, onBack, onClosed }: PaneHeaderProps) {
  return (
    <header className="flex min-h-16 shrink-0 items-center gap-2 border-line border-b bg-bg px-2 min-[769px]:px-5">
      <span className="min-[769px]:hidden">
        <IconButton label="Back to your conversations" onClick={onBack}>
          <ArrowLeft size={22} aria-hidden="true" />
        </IconButton>
      </span>
      {conversation !== undefined &&
        (conversation.is_group ? (
          <GroupTitle group={conversation} ownId={ownId} />
        ) : (
          <PersonTitle conversation={conversation} ownId={ownId} />
        ))}
      {pending && (
        <>
          <Skeleton className="size-10 rounded-full" />
          <Skeleton className="h-4 w-32" />
        </>
      )}
      {conversation !== undefined && (
        <PaneMenu conversation={conversation} ownId={ownId} actions={actions} onClosed={onClosed} />
      )}
    </header>
  );
}

interface PaneMenuProps {
  conversation: Conversation;
  ownId: string;
  actions: ConversationPaneProps['actions'];
  onClosed: () => void;
}

function PaneMenu({ conversation, ownId, actions, onClosed }: PaneMenuProps) {
  const client = useQueryClient();
  const { ask } = useAskToDelete(onClosed);
  const [open, setOpen] = useState<'pins' | 'notifications' | null>(null);
  const { _id: id, notify, request, is_group: isGroup = false } = conversation;
  const name = isGroup ? groupTitle(conversation, ownId) : titleOf(otherOf(conversation, ownId));
  return (
    <span className="ml-auto flex shrink-0 items-center">
      {actions?.(name)}
      {!request && <RoomSearchButton roomId={id} name={name} />}
      <RoomActions
        label="Conversation menu"
        actions={[
          ...(request
            ? []
            : [pinsAction(() => setOpen('pins')), { ...notifyItem(() => setOpen('notifications')), inMenu: true }]),
          { ...deleteItem(isGroup, () => void ask(conversation)), inMenu: true },
        ]}
      />
      {open === 'pins' && <PinsDialog room={conversationRoom(id)} onClose={() => setOpen(null)} />}
      {open === 'notifications' && (
        <RoomNotifyDialog
          roomId={id}
          name={name}
          notify={notify}
          onSaved={(next) => applyNotify(client, id, next)}
          onClose={() => setOpen(null)}
        />
      )}
    </span>
  );
}

/** A group's name and size; it opens its members, name and picture. */
function GroupTitle({ group, ownId }: { group: Conversation; ownId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-w-0 items-center gap-3 rounded-control py-1 pr-3 pl-1 text-left transition-colors hover:bg-raised"
      >
        <GroupAvatar group={group} ownId={ownId} size={40} eager />
        <span className="min-w-0 leading-tight">
          <h2 dir="auto" className="truncate font-sans font-semibold text-base">
            {groupTitle(group, ownId)}
          </h2>
          <span className="block truncate text-muted text-sm">
            {group.members.length === 1 ? '1 member' : `${group.members.length} members`}
          </span>
        </span>
      </button>
      {isOpen && <LateGroupDialog groupId={group._id} onClose={() => setOpen(false)} />}
    </>
  );
}

function PersonTitle({ conversation, ownId }: { conversation: Conversation; ownId: string }) {
  const other = otherOf(conversation, ownId);
  const words = (
    <>
      <OnlineDot username={other.username} online={other.online}>
        <Avatar {...avatarUrls(other.profile_path)} size={40} eager />
      </OnlineDot>
      <span className="min-w-0 leading-tight">
        <h2 dir="auto" className="truncate font-sans font-semibold text-base">
          {titleOf(other)}
        </h2>
        {isNamed(other) && <span className="block truncate text-muted text-sm">@{other.username}</span>}
      </span>
    </>
  );
  const classes = 'flex min-w-0 items-center gap-3 rounded-control py-1 pr-3 pl-1';
  if (other._id === null) return <div className={classes}>{words}</div>;
  return (
    <Link
      to={pathTo('profile', { username: other.username })}
      className={`${classes} transition-colors hover:bg-raised`}
    >
      {words}
    </Link>
  );
}
