import { messages } from '@hubbub/contract/platform/messages.ts';
import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { userSearchOptions } from '#features/search/search.data.ts';
import { isHandled } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { avatarUrls } from '#platform/media.ts';
import { pathTo } from '#platform/paths.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

/** How long a person must stop typing before a search is sent, in ms. */
const pause = 220;

/** `value` once it has not changed for `pause`; a blank value at once. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), value === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [value]);
  return value === '' ? '' : paused;
}

const none: readonly Author[] = [];

/** Section 2, home feed: finds people. A blank query clears the results. Arrow keys choose, Enter opens, Esc closes. */
export function UserSearch() {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const listId = useId();

  const wanted = text.trim();
  const query = usePaused(wanted);
  const { data, error, isFetching } = useQuery(userSearchOptions(query));
  const current = wanted !== '' && query !== '';
  const users = current ? (data ?? none) : none;
  const shown = open && current && (data !== undefined || error !== null);

  useEffect(() => {
    if (error !== null && !isHandled(error)) logError('The search failed', error);
  }, [error]);

  useEffect(() => {
    if (!open) return;
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [open]);

  const change = (next: string) => {
    setText(next);
    setOpen(true);
    setActive(-1);
  };
  const choose = (user: Author | undefined) => {
    if (user === undefined) return;
    setOpen(false);
    void navigate(pathTo('profile', { username: user.username }));
  };
  const step = (by: 1 | -1) => {
    setOpen(true);
    if (users.length > 0) setActive((active + by + users.length + (active === -1 && by === -1 ? 1 : 0)) % users.length);
  };
  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => choose(users[active] ?? users[0]),
    Escape: () => (shown ? setOpen(false) : change('')),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = keys[event.key];
    if (action === undefined || event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' || shown) event.preventDefault();
    if (event.key !== 'Enter' || shown) action();
  };

  return (
    <search ref={box} className="relative block">
      <span className="pointer-events-none absolute inset-y-0 left-0 flex w-11 items-center justify-center text-muted">
        {isFetching && current ? <Spinner size={18} /> : <Search size={18} aria-hidden="true" />}
      </span>
      <input
        ref={input}
        type="text"
        role="combobox"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-shortcut="search"
        placeholder="Search"
        aria-label="Search people"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && users[active] !== undefined ? `${listId}-${active}` : undefined}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onFocus={() => setOpen(true)}
        onBlur={(event) => {
          if (!box.current?.contains(event.relatedTarget)) setOpen(false);
        }}
        onKeyDown={onKeyDown}
        className="h-12 w-full rounded-full border border-line bg-surface pr-12 pl-11 text-base transition-colors hover:border-line-strong focus:border-accent-text focus:outline-2 focus:outline-accent-text focus:-outline-offset-1"
      />
      {text !== '' && (
        <span className="absolute inset-y-0 right-0.5 flex items-center">
          <IconButton
            label="Clear search"
            onClick={() => {
              change('');
              input.current?.focus();
            }}
          >
            <X size={18} aria-hidden="true" />
          </IconButton>
        </span>
      )}
      <div
        className={cx(
          'absolute inset-x-0 top-full z-30 mt-2 max-h-[min(60dvh,28rem)] animate-rise overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float',
          !shown && 'hidden',
        )}
      >
        <div id={listId} role="listbox" aria-label="People">
          {users.map((user, index) => (
            <Link
              key={user.username}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              to={pathTo('profile', { username: user.username })}
              onClick={() => setOpen(false)}
              onPointerMove={() => setActive(index)}
              className={cx('flex min-h-14 items-center gap-3 rounded-control px-2.5', index === active && 'bg-raised')}
            >
              <Avatar {...avatarUrls(user.profile_path)} size={40} />
              <span className="min-w-0 leading-tight">
                <span dir="auto" className="block truncate font-semibold">
                  {user.name ?? user.username}
                </span>
                <span className="block truncate text-muted text-sm">@{user.username}</span>
              </span>
            </Link>
          ))}
        </div>
        {users.length === 0 && (
          <p className="px-3 py-5 text-center text-muted text-sm">
            {error === null ? messages.noResults : 'The search did not work. Try again in a moment.'}
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {shown && !isFetching && (users.length === 0 ? messages.noResults : `${users.length} found`)}
      </p>
    </search>
  );
}
