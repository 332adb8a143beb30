import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { CommunityPicture } from '#features/communities/CommunityPicture.tsx';
import { searchOptions, useJoinCommunity } from '#features/communities/communities.data.ts';
import { memberCount } from '#features/communities/communities.rules.ts';
import { usePaused } from '#features/communities/use-paused.ts';
import { isHandled } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

const none: readonly Community[] = [];

interface ResultProps {
  id: string;
  community: Community;
  active: boolean;
  pending: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

function Result({ id, community, active, pending, onChoose, onPoint }: ResultProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box above
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      onClick={onChoose}
      onPointerMove={onPoint}
      className={cx('flex min-h-14 cursor-pointer items-center gap-3 rounded-control px-2.5', active && 'bg-raised')}
    >
      <CommunityPicture community={community} size={40} />
      <span className="min-w-0 flex-1 leading-tight">
        <span dir="auto" className="block truncate font-semibold">
          {community.name}
        </span>
        <span className="block truncate text-muted text-sm tabular">
          {community.community_handle} · {memberCount(community.member_count)}
        </span>
      </span>
      {pending && <Spinner label="Joining" />}
      {!pending && <span className="shrink-0 text-muted text-sm">{community.joined ? 'Joined' : 'Join'}</span>}
    </div>
  );
}

interface CommunitySearchProps {
  /** Gets the handle of a community that the person is a member of now. */
  onOpen: (handle: string) => void;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Section 2, communities: finds communities; choosing a result joins it. Arrow keys choose, Enter joins, Esc closes. */
export function CommunitySearch({ onOpen, ref }: CommunitySearchProps) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const box = useRef<HTMLElement>(null);
  const join = useJoinCommunity();
  const listId = useId();

  const wanted = text.trim();
  const query = usePaused(wanted);
  const { data, error } = useQuery(searchOptions(query));
  const found = query === wanted ? data : undefined;
  const failed = query === wanted ? error : null;
  const communities = found ?? none;
  const shown = open && wanted !== '';

  useEffect(() => {
    if (error !== null && !isHandled(error)) logError('The search failed', error);
  }, [error]);

  const change = (next: string) => {
    setText(next);
    setOpen(true);
    setActive(-1);
  };
  const arrive = (handle: string) => {
    change('');
    setOpen(false);
    onOpen(handle);
  };
  const choose = (community: Community | undefined) => {
    if (community === undefined || join.isPending) return;
    if (community.joined) arrive(community.community_handle);
    else join.mutate(community.community_handle, { onSuccess: (joined) => arrive(joined.community_handle) });
  };
  const step = (by: 1 | -1) => {
    setOpen(true);
    const count = communities.length;
    if (count > 0) setActive((active + by + count + (active === -1 && by === -1 ? 1 : 0)) % count);
  };
  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => choose(communities[active] ?? communities[0]),
    Escape: () => (shown ? setOpen(false) : change('')),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = keys[event.key];
    if (action === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    action();
  };
  const statusText = () => {
    if (failed !== null) return 'The search did not work. Try again in a moment.';
    if (found === undefined) return messages.searching;
    return communities.length === 0 ? messages.noResults : undefined;
  };
  const status = statusText();

  return (
    <search
      ref={box}
      className="relative block w-full"
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <span className="pointer-events-none absolute inset-y-0 left-0 flex w-11 items-center justify-center text-muted">
        <Search size={18} aria-hidden="true" />
      </span>
      <input
        ref={ref}
        type="text"
        role="combobox"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-shortcut="search"
        placeholder="Search communities"
        aria-label="Search communities"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && communities[active] !== undefined ? `${listId}-${active}` : undefined}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
        className="h-12 w-full rounded-full border border-line bg-surface pr-12 pl-11 text-base transition-colors hover:border-line-strong focus:border-accent-text focus:outline-2 focus:outline-accent-text focus:-outline-offset-1"
      />
      {text !== '' && (
        <span className="absolute inset-y-0 right-0.5 flex items-center">
          <IconButton
            label="Clear search"
            onClick={() => {
              change('');
              box.current?.querySelector('input')?.focus();
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
        <div id={listId} role="listbox" aria-label="Communities">
          {communities.map((community, index) => (
            <Result
              key={community.community_id}
              id={`${listId}-${index}`}
              community={community}
              active={index === active}
              pending={join.isPending && join.variables === community.community_handle}
              onChoose={() => choose(community)}
              onPoint={() => setActive(index)}
            />
          ))}
        </div>
        {status !== undefined && <p className="px-3 py-5 text-center text-muted text-sm">{status}</p>}
      </div>
      <p role="status" className="sr-only">
        {shown && (status ?? `${communities.length} found`)}
      </p>
    </search>
  );
}
