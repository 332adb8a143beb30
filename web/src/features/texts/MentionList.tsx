import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { type Naming, namingAt, withName } from '#features/texts/mention-typing.rules.ts';
import { mentionableOptions, type TextPlace } from '#features/texts/mentions.data.ts';
import { avatarUrls } from '#platform/media.ts';
import { usePaused } from '#platform/use-paused.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { cx } from '#ui/cx.ts';

type Field = RefObject<HTMLTextAreaElement | null>;

/** The name that's being typed in a field. `close` holds until another one begins; `moveTo` says where the caret will be. */
function useNaming(field: Field, text: string) {
  const [caret, setCaret] = useState(() => field.current?.selectionStart ?? text.length);
  const [closed, setClosed] = useState<number>();
  useEffect(() => {
    const element = field.current;
    if (element === null) return undefined;
    const read = () => setCaret(document.activeElement === element ? element.selectionStart : -1);
    read();
    for (const name of ['input', 'keyup', 'click', 'focus', 'blur'] as const) element.addEventListener(name, read);
    return () => {
      for (const name of ['input', 'keyup', 'click', 'focus', 'blur'] as const) element.removeEventListener(name, read);
    };
  }, [field]);
  const naming = caret < 0 ? undefined : namingAt(text, Math.min(caret, text.length));
  if (naming === undefined && closed !== undefined) setClosed(undefined);
  return {
    naming: naming?.start === closed ? undefined : naming,
    close: () => setClosed(naming?.start),
    moveTo: setCaret,
  };
}

interface Choice {
  naming: Naming | undefined;
  people: readonly Author[];
  choose: (person: Author) => void;
  close: () => void;
}

/** The highlighted suggestion, which the field's keys move, choose and leave. */
function useHighlight(field: Field, listId: string, { naming, people, choose, close }: Choice) {
  const [at, setAt] = useState(0);
  const isOpen = naming !== undefined && people.length > 0;
  const highlighted = Math.min(at, people.length - 1);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const person = people[highlighted];
    if (!isOpen || person === undefined || event.isComposing) return;
    const { key, shiftKey } = event;
    if (key === 'ArrowDown') setAt((highlighted + 1) % people.length);
    else if (key === 'ArrowUp') setAt((highlighted + people.length - 1) % people.length);
    else if ((key === 'Enter' || key === 'Tab') && !shiftKey) choose(person);
    else if (key === 'Escape') close();
    else return;
    event.preventDefault();
    // The key isn't meant for the form as well.
    event.stopPropagation();
  });
  useEffect(() => {
    const element = field.current;
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [field]);

  const active = isOpen ? `${listId}-${highlighted}` : undefined;
  useEffect(() => {
    const element = field.current;
    if (element === null || active === undefined) return undefined;
    element.setAttribute('aria-autocomplete', 'list');
    element.setAttribute('aria-controls', listId);
    element.setAttribute('aria-activedescendant', active);
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) element.removeAttribute(name);
    };
  }, [field, listId, active]);
  return { isOpen, highlighted, highlight: setAt };
}

interface MentionListProps {
  field: Field;
  text: string;
  onText: (text: string) => void;
  place: TextPlace;
  below?: boolean;
}

/** The people suggested for the name that's being typed in a field. */
export function MentionList({ field, text, onText, place, below = false }: MentionListProps) {
  const listId = useId();
  const { naming, close, moveTo } = useNaming(field, text);
  const query = usePaused(naming?.query ?? '');
  const { data } = useQuery(mentionableOptions(place, query));
  const people = naming === undefined || naming.query === '' ? [] : (data ?? []);
  const choose = ({ username }: Author) => {
    if (naming === undefined) return;
    const next = withName(text, naming, username);
    onText(next.text);
    moveTo(next.caret);
    field.current?.focus();
    // Once React has rendered the text.
    requestAnimationFrame(() => field.current?.setSelectionRange(next.caret, next.caret));
  };
  const { isOpen, highlighted, highlight } = useHighlight(field, listId, { naming, people, choose, close });
  return (
    <div className="relative h-0">
      <p role="status" className="sr-only">
        {isOpen && `${people.length} ${people.length === 1 ? 'person' : 'people'} found`}
      </p>
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label="People to mention"
          tabIndex={-1}
          className={cx(
            'absolute left-0 z-30 w-full max-w-sm animate-rise overflow-hidden rounded-card border border-line bg-surface p-1.5 shadow-float',
            below ? 'top-1' : 'bottom-1',
          )}
        >
          {people.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
            <div
              key={person.username}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === highlighted}
              // Focus stays in the field, which keeps a phone's keyboard open.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => highlight(index)}
              onClick={() => choose(person)}
              className={cx(
                'flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-2.5',
                index === highlighted && 'bg-raised',
              )}
            >
              <Avatar {...avatarUrls(person.profile_path)} size={32} />
              <span className="min-w-0 flex-1 leading-tight">
                <span dir="auto" className="block truncate text-left font-semibold">
                  {person.name ?? person.username}
                </span>
                <span className="block truncate text-muted text-sm">@{person.username}</span>
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
