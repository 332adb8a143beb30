import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { openConversation } from '#features/conversations/conversations.data.ts';
import { usePersonSearch } from '#features/conversations/person-search.data.ts';
import { avatarUrls } from '#platform/media.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

interface ConversationSearchProps {
  /** The conversation with the chosen person is there. */
  onOpen: (conversationId: string) => void;
}

const none: readonly Author[] = [];

/** Section 2, chat: finds people to write to. Enter or the button searches, arrow keys choose, Esc and a click outside close. */
export function ConversationSearch({ onOpen }: ConversationSearchProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const { state, search, close } = usePersonSearch();
  const box = useRef<HTMLElement>(null);
  const listId = useId();
  const users = state.status === 'found' ? state.users : none;
  const shown = state.status !== 'closed';

  const { mutate, isPending, variables } = useMutation({
    mutationFn: (username: string) => openConversation(client, username),
    onSuccess: (id) => {
      close();
      setText('');
      onOpen(id);
    },
  });

  useEffect(() => {
    if (!shown) return;
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  });

  const choose = (user: Author | undefined) => {
    if (user !== undefined && !isPending) mutate(user.username);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setActive(-1);
    search(text);
  };
  const step = (by: 1 | -1) => {
    if (users.length > 0) setActive((active + by + users.length + (active === -1 && by === -1 ? 1 : 0)) % users.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !shown) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && users[active] !== undefined) choose(users[active]);
    else return;
    event.preventDefault();
  };

  return (
    <search ref={box} className="relative block">
      <form onSubmit={onSubmit} className="relative">
        <input
          type="text"
          role="combobox"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-shortcut="search"
          placeholder="Search"
          aria-label="Search people to write to"
          aria-expanded={shown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={users[active] === undefined ? undefined : `${listId}-${active}`}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActive(-1);
            if (event.currentTarget.value === '') close();
          }}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            if (event.relatedTarget !== null && !box.current?.contains(event.relatedTarget)) close();
          }}
          className="h-11 w-full rounded-full border border-line bg-surface pr-12 pl-4 text-base transition-colors hover:border-line-strong focus:border-accent-text focus:outline-2 focus:outline-accent-text focus:-outline-offset-1"
        />
        <span className="absolute inset-y-0 right-0 flex items-center">
          <IconButton label="Search" type="submit" tooltipSide="bottom">
            <Search size={18} aria-hidden="true" />
          </IconButton>
        </span>
      </form>
      <div
        className={cx(
          'absolute inset-x-0 top-full z-30 mt-2 max-h-[min(60dvh,28rem)] animate-rise overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float',
          !shown && 'hidden',
        )}
      >
        <div id={listId} role="listbox" aria-label="People">
          {users.map((user, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
            <div
              key={user.username}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              onClick={() => choose(user)}
              onPointerMove={() => setActive(index)}
              className={cx(
                'flex min-h-14 cursor-pointer items-center gap-3 rounded-control px-2.5',
                index === active && 'bg-raised',
              )}
            >
              <Avatar {...avatarUrls(user.profile_path)} size={40} />
              <span className="min-w-0 flex-1 leading-tight">
                <span dir="auto" className="block truncate font-semibold">
                  {user.name ?? user.username}
                </span>
                <span className="block truncate text-muted text-sm">@{user.username}</span>
              </span>
              {isPending && variables === user.username && <Spinner label="Opening the conversation" />}
            </div>
          ))}
        </div>
        {users.length === 0 && (
          <p role="status" className="px-3 py-5 text-center text-muted text-sm">
            {state.status === 'loading' && 'Loading...'}
            {state.status === 'found' && messages.noData}
            {state.status === 'failed' && 'The search did not work. Try again in a moment.'}
          </p>
        )}
        {users.length > 0 && <p role="status" className="sr-only">{`${users.length} found`}</p>}
      </div>
    </search>
  );
}
