import type { Conversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { conversationsOptions } from '#features/conversations/conversations.data.ts';
import { isLookedFor, nameOf, otherOf } from '#features/conversations/conversations.rules.ts';
import { GroupAvatar } from '#features/conversations/GroupAvatar.tsx';
import { usePersonSearch } from '#features/conversations/person-search.data.ts';
import { useOpenConversation } from '#features/conversations/use-open-conversation.ts';
import { avatarUrls } from '#platform/media.ts';
import { useCurrentUser } from '#platform/session.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { LateSearchBox, searchFailed } from '#ui/search-box/LateSearchBox.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

interface ConversationSearchProps {
  /** The conversation with the chosen person is ready. */
  onOpen: (conversationId: string) => void;
}

const none: readonly Author[] = [];
/** How many of the person's own conversations are shown. */
const mostOwn = 6;

type Found = { kind: 'conversation'; conversation: Conversation } | { kind: 'person'; person: Author };

/** The person's own conversations that match the text; more pages are loaded as long as few match. */
function useOwnConversations(text: string): readonly Conversation[] {
  const { user_id: ownId } = useCurrentUser();
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(conversationsOptions);
  const found = (data ?? []).filter((conversation) => !conversation.request && isLookedFor(conversation, ownId, text));
  const wantsMore = text.trim() !== '' && found.length < mostOwn && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  return found.slice(0, mostOwn);
}

function conversationOption(conversation: Conversation, ownId: string) {
  const other = otherOf(conversation, ownId);
  const { _id: key, is_group: isGroup, members } = conversation;
  const picture = isGroup ? (
    <GroupAvatar group={conversation} ownId={ownId} size={40} />
  ) : (
    <Avatar {...avatarUrls(other.profile_path)} size={40} />
  );
  return {
    key,
    heading: 'Conversations',
    picture,
    title: isGroup ? nameOf(conversation, ownId) : other.name,
    detail: isGroup ? `${members.length} members` : `@${other.username}`,
  };
}

function personOption(
  { username, name, profile_path }: Author,
  { heading, opening }: { heading: boolean; opening: string | undefined },
) {
  return {
    key: username,
    ...(heading && { heading: 'People' }),
    picture: <Avatar {...avatarUrls(profile_path)} size={40} />,
    title: name ?? username,
    detail: `@${username}`,
    aside: opening === username && <Spinner label="Opening conversation" />,
  };
}

/**
 * Searches for people to write to, with Enter or the button. While something is typed, the person's own conversations that match come
 * first.
 */
export function ConversationSearch({ onOpen }: ConversationSearchProps) {
  const { user_id: ownId } = useCurrentUser();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { state, search, close } = usePersonSearch();
  const users = state.status === 'found' ? state.users : none;
  const own = useOwnConversations(isOpen ? text : '');
  const items: Found[] = [
    ...own.map((conversation) => ({ kind: 'conversation' as const, conversation })),
    ...users.map((person) => ({ kind: 'person' as const, person })),
  ];

  const leave = () => {
    close();
    setOpen(false);
    setText('');
  };
  const { mutate, isPending, variables } = useOpenConversation("the conversation wasn't opened", (id) => {
    leave();
    onOpen(id);
  });

  const choose = (found: Found) => {
    if (found.kind === 'person') {
      if (!isPending) mutate(found.person.username);
      return;
    }
    leave();
    onOpen(found.conversation._id);
  };

  const texts = {
    closed: undefined,
    loading: 'Loading...',
    found: users.length === 0 ? messages.noData : undefined,
    failed: searchFailed,
  };
  return (
    <LateSearchBox
      label="Search for people to message"
      placeholder="Search"
      listLabel="People"
      text={text}
      onText={(next) => {
        setText(next);
        setOpen(true);
        if (next === '') close();
      }}
      shown={state.status !== 'closed' || own.length > 0}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) close();
      }}
      items={items}
      option={(found) =>
        found.kind === 'conversation'
          ? conversationOption(found.conversation, ownId)
          : personOption(found.person, { heading: own.length > 0, opening: isPending ? variables : undefined })
      }
      onChoose={choose}
      status={texts[state.status]}
      onSubmit={() => search(text)}
    />
  );
}
