import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { type Naming, withName } from '#features/rich-text/mention-typing.rules.ts';
import { cx } from '#ui/cx.ts';
import { useLayer } from '#ui/layer/layers.ts';

export type Field = RefObject<HTMLTextAreaElement | null>;

interface NamingState {
  naming: Naming | undefined;
  close: () => void;
  moveTo: (caret: number) => void;
}

/** After these, the caret may be elsewhere. All of them bubble. */
const caretEvents = ['input', 'keyup', 'click', 'focusin', 'focusout'] as const;

/** The name that's being typed in a field. `close` holds until another one begins; `moveTo` says where the caret will be. */
export function useNaming(
  field: Field,
  text: string,
  namingAt: (text: string, caret: number) => Naming | undefined,
): NamingState {
  const [caret, setCaret] = useState(() => field.current?.selectionStart ?? text.length);
  const [closed, setClosed] = useState<number>();
  useEffect(() => {
    const read = () => {
      const element = field.current;
      setCaret(element !== null && document.activeElement === element ? element.selectionStart : -1);
    };
    const onEvent = ({ target }: Event) => {
      if (target === field.current) read();
    };
    read();
    // On the document, and so after React has taken over what was typed: rendering before that would put back the text before it.
    for (const name of caretEvents) document.addEventListener(name, onEvent);
    return () => {
      for (const name of caretEvents) document.removeEventListener(name, onEvent);
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

/** What `Dialog` leaves Escape to. */
const ownEscape = 'data-own-escape';

interface Choice<Item> {
  naming: Naming | undefined;
  items: readonly Item[];
  choose: (item: Item) => void;
  close: () => void;
}

/** The highlighted suggestion, which the field's keys move, choose and leave. */
function useHighlight<Item>(field: Field, listId: string, { naming, items, choose, close }: Choice<Item>) {
  const [at, setAt] = useState(0);
  // Once something else is typed, other suggestions stand there, of which the first fits best.
  const typed = naming && `${naming.start} ${naming.query}`;
  const [known, setKnown] = useState(typed);
  if (typed !== known) {
    setKnown(typed);
    setAt(0);
  }
  const isOpen = items.length > 0;
  const highlighted = Math.min(at, items.length - 1);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const item = items[highlighted];
    if (!isOpen || item === undefined) return;
    const { key, shiftKey } = event;
    if (key === 'ArrowDown') setAt((highlighted + 1) % items.length);
    else if (key === 'ArrowUp') setAt((highlighted + items.length - 1) % items.length);
    else if ((key === 'Enter' || key === 'Tab') && !shiftKey) choose(item);
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
    // In a dialog, Escape is meant for the list.
    const isOwn = !element.hasAttribute(ownEscape);
    if (isOwn) element.setAttribute(ownEscape, 'true');
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) element.removeAttribute(name);
      if (isOwn) element.removeAttribute(ownEscape);
    };
  }, [field, listId, active]);
  return { isOpen, highlighted, highlight: setAt };
}

interface SuggestionListProps<Item> {
  field: Field;
  text: string;
  onText: (text: string) => void;
  state: NamingState;
  items: readonly Item[];
  /** The name to insert, with its sign. */
  nameOf: (item: Item) => string;
  draw: (item: Item) => ReactNode;
  label: string;
  /** "1 person found" */
  noun: readonly [one: string, several: string];
  below?: boolean | undefined;
}

/** What's suggested for the name that's being typed in a field. */
export function SuggestionList<Item>(props: SuggestionListProps<Item>) {
  const { field, text, onText, state, items, nameOf, draw, label, noun, below = false } = props;
  const { naming, close, moveTo } = state;
  const listId = useId();
  const choose = (item: Item) => {
    if (naming === undefined) return;
    const next = withName(text, naming, nameOf(item));
    onText(next.text);
    moveTo(next.caret);
    field.current?.focus();
    // Once React has rendered the text.
    requestAnimationFrame(() => field.current?.setSelectionRange(next.caret, next.caret));
  };
  const { isOpen, highlighted, highlight } = useHighlight(field, listId, { naming, items, choose, close });
  useLayer(isOpen, close);
  return (
    <div className="relative h-0">
      <p role="status" className="sr-only">
        {isOpen && `${items.length} ${noun[items.length === 1 ? 0 : 1]} found`}
      </p>
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label={label}
          tabIndex={-1}
          className={cx(
            'absolute left-0 z-30 w-full max-w-sm animate-rise overflow-hidden rounded-card border border-line bg-surface p-1.5 shadow-float',
            below ? 'top-1' : 'bottom-1',
          )}
        >
          {items.map((item, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
            <div
              key={nameOf(item)}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === highlighted}
              // Focus stays in the field, which keeps a phone's keyboard open.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => highlight(index)}
              onClick={() => choose(item)}
              className={cx(
                'flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-2.5',
                index === highlighted && 'bg-raised',
              )}
            >
              {draw(item)}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
