import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, Search, X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react';
import { peopleOptions } from '#features/conversations/people.data.ts';
import { faultOf } from '#platform/errors.ts';
import { avatarUrls } from '#platform/media.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { cx } from '#ui/cx.ts';
import { TextField } from '#ui/field/TextField.tsx';

interface PeoplePickerProps {
  chosen: readonly Author[];
  onChange: (chosen: readonly Author[]) => void;
  /** Offered before anything is typed. */
  suggested: readonly Author[];
  /** Nobody else can be chosen. */
  full: boolean;
}

const emptyText = (isFetching: boolean) => (isFetching ? 'Searching…' : 'Nobody found');

const nameOf = ({ name, username }: Author) => name ?? username;

/** The buttons of a list, for moving among them with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>, field: HTMLInputElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const options = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[data-option]')];
  const next = options.indexOf(document.activeElement as HTMLButtonElement) + step;
  event.preventDefault();
  if (next < 0) field?.focus();
  else options[Math.min(next, options.length - 1)]?.focus();
}

/** The people chosen so far; a click removes one. */
function Chips({ chosen, onRemove }: { chosen: readonly Author[]; onRemove: (person: Author) => void }) {
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Chosen people" className="flex max-h-28 flex-wrap gap-1.5 overflow-y-auto">
      {chosen.map((person) => (
        <li key={person.username}>
          <button
            type="button"
            onClick={() => onRemove(person)}
            className="flex min-h-9 max-w-48 items-center gap-1.5 rounded-full bg-accent-soft pr-2.5 pl-1 text-sm hover:bg-raised pointer-coarse:min-h-11"
          >
            <Avatar {...avatarUrls(person.profile_path)} size={28} />
            <span className="sr-only">Remove </span>
            <span dir="auto" className="min-w-0 truncate">
              {nameOf(person)}
            </span>
            <X size={14} aria-hidden="true" className="shrink-0 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Chooses people: a search, those found below it, and those chosen above. Enter chooses the first one found, the arrow keys move among
 * them, and Backspace in the empty field takes the last one back.
 */
export function PeoplePicker({ chosen, onChange, suggested, full }: PeoplePickerProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const query = useDeferredValue(text.trim());
  const { data, error, isFetching } = useQuery({ ...peopleOptions(query), placeholderData: keepPreviousData });
  const found = query === '' ? suggested : (data ?? []);
  const isChosen = ({ username }: Author) => chosen.some((person) => person.username === username);
  const toggle = (person: Author) => {
    if (isChosen(person)) onChange(chosen.filter(({ username }) => username !== person.username));
    else if (!full) {
      onChange([...chosen, person]);
      setText('');
      field.current?.focus();
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const [first] = found.filter((person) => !isChosen(person));
    if (event.key === 'Enter') {
      event.preventDefault();
      if (first !== undefined && query !== '') toggle(first);
    } else if (event.key === 'Backspace' && text === '') onChange(chosen.slice(0, -1));
  };
  const fault = faultOf(error);
  const isEmpty = query !== '' && found.length === 0;
  const status = isEmpty ? emptyText(isFetching) : undefined;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus among the controls inside
    <div className="flex flex-col gap-3" onKeyDown={(event) => moveFocus(event, field.current)}>
      <Chips chosen={chosen} onRemove={toggle} />
      <TextField
        ref={field}
        label="Search for people"
        hideLabel
        placeholder="Search for people"
        leading={<Search size={18} aria-hidden="true" />}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <p role="status" className={cx('text-muted text-sm', fault === undefined && status === undefined && 'sr-only')}>
        {fault ?? status ?? (chosen.length === 1 ? '1 person chosen' : `${chosen.length} people chosen`)}
      </p>
      <ul aria-label="People" className="-mx-2 flex flex-col">
        {found.map((person) => (
          <li key={person.username}>
            <button
              type="button"
              data-option
              aria-pressed={isChosen(person)}
              disabled={full && !isChosen(person)}
              onClick={() => toggle(person)}
              className="flex min-h-14 w-full items-center gap-3 rounded-control px-2 text-left hover:bg-raised focus-visible:-outline-offset-2 disabled:opacity-55"
            >
              <Avatar {...avatarUrls(person.profile_path)} size={40} />
              <span className="min-w-0 flex-1 leading-tight">
                <span dir="auto" className="block truncate font-semibold">
                  {nameOf(person)}
                </span>
                <span className="block truncate text-muted text-sm">@{person.username}</span>
              </span>
              <span
                className={cx(
                  'flex size-6 shrink-0 items-center justify-center rounded-full border',
                  isChosen(person) ? 'border-accent bg-accent text-accent-ink' : 'border-line-strong',
                )}
              >
                {isChosen(person) && <Check size={16} aria-hidden="true" />}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
