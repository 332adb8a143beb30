import { limits } from '@hubbub/contract/platform/limits.ts';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { LateNewGroupDialog } from '#features/conversations/public.ts';
import { ranked } from '#features/search/palette.rules.ts';
import { recentChoices, rememberChoice } from '#features/search/recent-choices.ts';
import {
  type PaletteChoice,
  type PalettePage,
  sign,
  usePaletteChoices,
} from '#features/search/use-palette-choices.tsx';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

interface PaletteProps {
  /** Pages that it leads to, apart from rooms, people and communities. */
  pages: readonly PalettePage[];
  onClose: () => void;
}

/** How many choices fit. */
const most = 12;

/** How many conversations are suggested before anything is typed. */
const mostConversations = 6;

/** Before anything is typed: what was chosen lately, the newest conversations, and what one can do. */
function firstChoices(known: readonly PaletteChoice[], recent: readonly string[]): PaletteChoice[] {
  const again = recent
    .map((key) => known.find((choice) => choice.key === key))
    .filter((choice) => choice !== undefined)
    .slice(0, mostConversations);
  const others = known.filter((choice) => !again.includes(choice));
  return [
    ...again.map((choice) => ({ ...choice, heading: 'Recent' })),
    ...others.filter(({ heading }) => heading === 'Conversations').slice(0, mostConversations),
    ...others.filter(({ heading }) => heading === 'Actions'),
  ];
}

/** The last choice: to look for the text in everything that was said. */
const searchFor = (text: string): PaletteChoice => ({
  key: 'search',
  words: text,
  heading: 'Search',
  title: `Search for “${text}”`,
  detail: 'In posts, comments and messages',
  picture: sign(Search),
  to: pathTo('search', {}, { query: text }),
});

/** What's offered for a text, in order. */
function useChoices(text: string, pages: readonly PalettePage[], onNewGroup: () => void): PaletteChoice[] {
  const { user_id: ownId } = useCurrentUser();
  const [recent] = useState(() => recentChoices(ownId));
  const { known, people } = usePaletteChoices(text, { pages, onNewGroup });
  if (text === '') return firstChoices(known, recent);
  return [...ranked(known, text, recent).slice(0, most), ...people, searchFor(text)];
}

/** The highlighted choice, which the field's keys move and choose. */
function useHighlight(choices: readonly PaletteChoice[], choose: (choice: PaletteChoice) => void) {
  const [key, setKey] = useState<string>();
  const found = choices.findIndex((choice) => choice.key === key);
  const at = found === -1 ? 0 : found;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choice = choices[at];
    if (step !== undefined) setKey(choices[(at + step + choices.length) % choices.length]?.key);
    else if (event.key === 'Enter' && choice !== undefined) choose(choice);
    else return;
    event.preventDefault();
  };
  return { at, setKey, onKeyDown };
}

interface OptionProps {
  id: string;
  choice: PaletteChoice;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, choice, isActive, onPoint, onChoose }: OptionProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={cx(
        'flex min-h-12 cursor-pointer scroll-my-8 items-center gap-3 rounded-control px-2.5',
        isActive && 'bg-raised',
      )}
    >
      {choice.picture}
      <span dir="auto" className="min-w-0 max-w-[65%] shrink-0 truncate font-medium">
        {choice.title}
      </span>
      <span className="min-w-0 flex-1 truncate text-muted text-sm">{choice.detail}</span>
    </div>
  );
}

/** Neighbors of one heading together, in order. */
function groupsOf(choices: readonly PaletteChoice[]) {
  const groups: { heading: string; from: number; own: PaletteChoice[] }[] = [];
  for (const [from, choice] of choices.entries()) {
    const last = groups.at(-1);
    if (last?.heading === choice.heading) last.own.push(choice);
    else groups.push({ heading: choice.heading, from, own: [choice] });
  }
  return groups;
}

interface ListProps {
  id: string;
  choices: readonly PaletteChoice[];
  /** The highlighted one. */
  at: number;
  onPoint: (key: string) => void;
  onChoose: (choice: PaletteChoice) => void;
}

function ChoiceList({ id, choices, at, onPoint, onChoose }: ListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Places and actions"
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto p-1.5"
    >
      {groupsOf(choices).map(({ heading, from, own }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be in a listbox
        <div key={`${heading}-${from}`} role="group" aria-label={heading}>
          <p aria-hidden="true" className="px-2.5 pt-2 pb-1 font-semibold text-muted text-xs">
            {heading}
          </p>
          {own.map((choice, index) => (
            <Option
              key={choice.key}
              id={`${id}-${from + index}`}
              choice={choice}
              isActive={from + index === at}
              onPoint={() => onPoint(choice.key)}
              onChoose={() => onChoose(choice)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Leads anywhere by a few letters: people, communities, channels, conversations, pages, and what one can do. */
export function Palette({ pages, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const { user_id: ownId } = useCurrentUser();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [isMakingGroup, setMakingGroup] = useState(false);
  const choices = useChoices(typed.trim(), pages, () => setMakingGroup(true));
  const choose = ({ key, to, run }: PaletteChoice) => {
    // People who were looked up aren't remembered, and neither are searches.
    if (key !== 'search' && !key.startsWith('person:')) rememberChoice(ownId, key);
    if (to !== undefined) {
      onClose();
      void navigate(to);
      return;
    }
    run?.();
    if (!key.endsWith('New group')) onClose();
  };
  const { at, setKey, onKeyDown } = useHighlight(choices, choose);
  if (isMakingGroup) {
    const made = (conversation: string) => {
      onClose();
      void navigate(pathTo('chat', {}, { conversation }));
    };
    return <LateNewGroupDialog onClose={onClose} onMade={made} />;
  }
  return (
    <Dialog open onOpenChange={onClose} title="Go to" bare>
      <div className="flex h-[min(70dvh,30rem)] flex-col">
        <div className="flex items-center gap-2 border-line border-b ps-4 pe-2">
          <Search size={20} aria-hidden="true" className="shrink-0 text-muted" />
          <input
            data-autofocus
            role="combobox"
            aria-label="Go to"
            aria-expanded="true"
            aria-autocomplete="list"
            aria-controls={listId}
            aria-activedescendant={choices.length > 0 ? `${listId}-${at}` : undefined}
            placeholder="Find people, rooms and pages"
            type="text"
            enterKeyHint="go"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={limits.query.max}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setKey(undefined);
            }}
            onKeyDown={onKeyDown}
            className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
          />
          <IconButton label="Close" onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <p role="status" className="sr-only">
          {`${choices.length} found`}
        </p>
        <ChoiceList id={listId} choices={choices} at={at} onPoint={setKey} onChoose={choose} />
      </div>
    </Dialog>
  );
}
