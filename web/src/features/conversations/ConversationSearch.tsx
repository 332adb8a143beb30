import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openConversation } from '#features/conversations/conversations.data.ts';
import { usePersonSearch } from '#features/conversations/person-search.data.ts';
import { avatarUrls } from '#platform/media.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { LateSearchBox, searchFailed } from '#ui/search-box/LateSearchBox.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

interface ConversationSearchProps {
  /** The conversation with the chosen person is ready. */
  onOpen: (conversationId: string) => void;
}

const none: readonly Author[] = [];

/** Section 2, chat: searches for people to write to, with Enter or the button. */
export function ConversationSearch({ onOpen }: ConversationSearchProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const { state, search, close } = usePersonSearch();
  const users = state.status === 'found' ? state.users : none;

  const { mutate, isPending, variables } = useMutation({
    meta: { undone: "the conversation wasn't opened" },
    mutationFn: (username: string) => openConversation(client, username),
    onSuccess: (id) => {
      close();
      setText('');
      onOpen(id);
    },
  });

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
        if (next === '') close();
      }}
      shown={state.status !== 'closed'}
      onOpenChange={(open) => !open && close()}
      items={users}
      option={(user) => ({
        key: user.username,
        picture: <Avatar {...avatarUrls(user.profile_path)} size={40} />,
        title: user.name ?? user.username,
        detail: `@${user.username}`,
        aside: isPending && variables === user.username && <Spinner label="Opening conversation" />,
      })}
      onChoose={(user) => !isPending && mutate(user.username)}
      status={texts[state.status]}
      onSubmit={() => search(text)}
    />
  );
}
