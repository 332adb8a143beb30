import { Search, X } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

/** What is said while the server does not answer a search as it should. */
export const searchFailed = 'The search did not work. Try again in a moment.';

/** One result, as its line shows it. */
interface Option {
  key: string;
  picture: ReactNode;
  title: string;
  detail: string;
  /** At the end of the line. */
  aside?: ReactNode;
  /** The address that it leads to, where choosing is going there. */
  to?: string;
}

interface SearchBoxProps<Item> {
  /** What the field is called. */
  label: string;
  placeholder: string;
  /** What the list of results is called. */
  listLabel: string;
  text: string;
  onText: (text: string) => void;
  /** Whether the results, or what is said in their place, are seen. */
  shown: boolean;
  /** True: the person came to the field. False: they left it, or pressed Esc. */
  onOpenChange: (open: boolean) => void;
  items: readonly Item[];
  option: (item: Item) => Option;
  onChoose: (item: Item) => void;
  /** Said in the place of results. */
  status?: string | undefined;
  /** A search is under way, and what is shown is of the one before. */
  busy?: boolean | undefined;
  /** The search happens with Enter or a button, and not while one types; then Enter chooses only what the arrow keys have marked. */
  onSubmit?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Calls back when a pointer goes down outside the box. */
function useOutside(box: { current: HTMLElement | null }, watching: boolean, onOutside: () => void): void {
  useEffect(() => {
    if (!watching) return;
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) onOutside();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  });
}

/** A field that searches, and its results below it: arrow keys mark, Enter chooses, Esc and a click outside close. */
export function SearchBox<Item>(props: SearchBoxProps<Item>) {
  const { label, placeholder, listLabel, text, onText, shown, onOpenChange, items, option, onChoose } = props;
  const { status, busy = false, onSubmit, ref } = props;
  const [active, setActive] = useState(-1);
  const box = useRef<HTMLElement>(null);
  const listId = useId();
  useOutside(box, shown, () => onOpenChange(false));

  const change = (next: string) => {
    setActive(-1);
    onText(next);
  };
  const step = (by: 1 | -1) => {
    onOpenChange(true);
    const count = items.length;
    if (count > 0) setActive((active + by + count + (active === -1 && by === -1 ? 1 : 0)) % count);
  };
  /** Whether the key meant something here. */
  const press = (key: string): boolean => {
    if (key === 'ArrowDown') step(1);
    else if (key === 'ArrowUp') step(-1);
    else if (key === 'Escape' && shown) onOpenChange(false);
    else if (key === 'Escape' && onSubmit === undefined) change('');
    else if (key === 'Enter' && shown) {
      const item = items[active] ?? (onSubmit === undefined ? items[0] : undefined);
      if (item === undefined) return false;
      onChoose(item);
    } else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.nativeEvent.isComposing && press(event.key)) event.preventDefault();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setActive(-1);
    onSubmit?.();
  };

  const field = (
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
      placeholder={placeholder}
      aria-label={label}
      aria-expanded={shown}
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={shown && items[active] !== undefined ? `${listId}-${active}` : undefined}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onFocus={() => onOpenChange(true)}
      onKeyDown={onKeyDown}
      className={cx(
        'w-full rounded-full border border-line bg-surface pr-12 text-base transition-colors hover:border-line-strong focus:border-accent-text focus:outline-2 focus:outline-accent-text focus:-outline-offset-1',
        onSubmit === undefined ? 'h-12 pl-11' : 'h-11 pl-4',
      )}
    />
  );

  return (
    <search
      ref={box}
      className="relative block w-full"
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null && !box.current?.contains(relatedTarget)) onOpenChange(false);
      }}
    >
      {onSubmit === undefined ? (
        <>
          <span className="pointer-events-none absolute inset-y-0 left-0 flex w-11 items-center justify-center text-muted">
            {busy ? <Spinner size={18} /> : <Search size={18} aria-hidden="true" />}
          </span>
          {field}
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
        </>
      ) : (
        <form onSubmit={submit} className="relative">
          {field}
          <span className="absolute inset-y-0 right-0 flex items-center">
            <IconButton label="Search" type="submit" tooltipSide="bottom">
              <Search size={18} aria-hidden="true" />
            </IconButton>
          </span>
        </form>
      )}
      <div
        className={cx(
          'absolute inset-x-0 top-full z-30 mt-2 max-h-[min(60dvh,28rem)] animate-rise overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float',
          !shown && 'hidden',
        )}
      >
        <div id={listId} role="listbox" aria-label={listLabel}>
          {items.map((item, index) => {
            const line = option(item);
            return (
              <OptionLine
                key={line.key}
                id={`${listId}-${index}`}
                option={line}
                active={index === active}
                onChoose={() => onChoose(item)}
                onPoint={() => setActive(index)}
              />
            );
          })}
        </div>
        {status !== undefined && <p className="px-3 py-5 text-center text-muted text-sm">{status}</p>}
      </div>
      <p role="status" className="sr-only">
        {shown && !busy && (status ?? `${items.length} found`)}
      </p>
    </search>
  );
}

interface OptionLineProps {
  id: string;
  option: Option;
  active: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

function OptionLine({ id, option, active, onChoose, onPoint }: OptionLineProps) {
  const { picture, title, detail, aside, to } = option;
  const given = {
    id,
    role: 'option',
    'aria-selected': active,
    tabIndex: -1,
    onClick: onChoose,
    onPointerMove: onPoint,
    className: cx('flex min-h-14 cursor-pointer items-center gap-3 rounded-control px-2.5', active && 'bg-raised'),
  };
  const line = (
    <>
      {picture}
      <span className="min-w-0 flex-1 leading-tight">
        <span dir="auto" className="block truncate text-left font-semibold">
          {title}
        </span>
        <span className="block truncate text-muted text-sm tabular">{detail}</span>
      </span>
      {aside}
    </>
  );
  return to === undefined ? (
    <div {...given}>{line}</div>
  ) : (
    <Link {...given} to={to}>
      {line}
    </Link>
  );
}
