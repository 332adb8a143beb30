import { limits } from '@hubbub/contract/platform/limits.ts';
import { Compass, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { FilterChips } from '#features/search/FilterChips.tsx';
import { openPalette } from '#features/search/palette.ts';
import { Results } from '#features/search/Results.tsx';
import { readQuery, type Tab, tabNamed, tabs, writeQuery } from '#features/search/search.rules.ts';
import { useSearchedRoom } from '#features/search/use-searched-room.ts';
import { pathTo } from '#platform/paths.ts';
import { usePaused } from '#platform/use-paused.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { LinkTabs } from '#ui/link-tabs/LinkTabs.tsx';
import { SearchField } from '#ui/search-box/SearchField.tsx';
import { EmptyState } from '#ui/states/States.tsx';

/** The page for a query: in everything, in one tab, or in one room. */
const placeFor = (query: string, tab: Tab, room?: string): string =>
  pathTo(
    'search',
    {},
    {
      ...(query !== '' && { query }),
      ...(tab !== 'all' && { in: tab }),
      ...(room !== undefined && { room }),
    },
  );

/** Shown before anything is searched for. @param room what's searched; undefined: everything */
const NothingAsked = ({ room }: { room: string | undefined }) => (
  <EmptyState icon={Search} title="Find what was said">
    {room === undefined
      ? 'Search people, posts, comments, messages and communities. '
      : `Search the messages in ${room}. `}
    Put words in quotes to find them together.
  </EmptyState>
);

/** The search: what's looked for is in the URL, so that reload and Back return to it. */
export function SearchPanel() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const room = useSearchedRoom();
  const asked = search.get('query') ?? '';
  const tab = tabNamed(search.get('in'));
  const [{ text, shown }, setText] = useState({ text: readQuery(asked).words, shown: asked, looked: asked });
  const field = useRef<HTMLInputElement>(null);
  const isEmpty = useRef(asked === '');
  const { words, filters } = readQuery(asked);
  // Somebody went back, or followed a link; or what was typed has arrived in the URL, which may take a moment.
  if (shown !== asked)
    setText((now) => ({ text: now.looked === asked ? now.text : words, shown: asked, looked: asked }));

  const write = (typed: string) => setText((now) => ({ ...now, text: typed }));
  const look = (query: string) => {
    setText((now) => ({ ...now, looked: query }));
    void navigate(placeFor(query, tab, room?.id), { replace: true, state });
  };
  const wanted = usePaused(text.trim());
  const now = useRef({ asked, look });
  useEffect(() => {
    now.current = { asked, look };
  });
  useEffect(() => {
    const query = writeQuery(wanted, readQuery(now.current.asked).filters);
    if (query !== now.current.asked) now.current.look(query);
  }, [wanted]);
  useEffect(() => {
    if (isEmpty.current) field.current?.focus();
  }, []);

  const leaveRoom = () => void navigate(placeFor(asked, tab), { replace: true });
  const links = tabs.map((each) => ({
    label: each.label,
    to: placeFor(asked, each.tab),
    current: each.tab === tab,
  }));
  return (
    <>
      <div className="flex items-center gap-1">
        <search className="relative block min-w-0 flex-1">
          <SearchField
            input={{
              ref: field,
              'aria-label': room === undefined ? 'Search everything' : `Search in ${room.name}`,
              placeholder: room === undefined ? 'Search' : `Search in ${room.name}`,
              value: text,
              maxLength: limits.query.max,
              onChange: ({ currentTarget }) => write(currentTarget.value),
            }}
            busy={false}
            onClear={text === '' ? undefined : () => write('')}
            onSubmit={undefined}
          />
        </search>
        <IconButton label="Go to a person, a room or a page" onClick={openPalette}>
          <Compass size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <FilterChips
        filters={filters}
        onChange={(changed) => look(writeQuery(text.trim(), changed))}
        room={room && { name: room.name, onLeave: leaveRoom }}
      />
      {room === undefined && <LinkTabs label="What to search" tabs={links} />}
      <div className="mt-4">
        {asked === '' ? <NothingAsked room={room?.name} /> : <Results query={asked} tab={tab} room={room?.id} />}
      </div>
    </>
  );
}
