import { type UseComboboxReturnValue, useCombobox } from 'downshift';
import { Search } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, type Ref, useRef } from 'react';
import { Link } from 'react-router';
import { cx } from '#ui/cx.ts';
import { useLayer } from '#ui/layer/layers.ts';
import { SearchField } from '#ui/search-box/SearchField.tsx';

/** One result, as shown in its row. */
interface Option {
  key: string;
  picture: ReactNode;
  title: string;
  detail: string;
  /** At the end of the row. */
  aside?: ReactNode;
  /** The URL it leads to, if choosing it navigates. */
  to?: string;
  /** Of the results that belong together; stands above the first of them. */
  heading?: string;
}

export interface SearchBoxProps<Item> {
  /** The field's label. */
  label: string;
  placeholder: string;
  /** The label of the list of results. */
  listLabel: string;
  text: string;
  onText: (text: string) => void;
  /** Whether the results, or their status message, are visible. */
  shown: boolean;
  /** True: the person focused the field. False: they left it, or pressed Esc. */
  onOpenChange: (open: boolean) => void;
  items: readonly Item[];
  option: (item: Item) => Option;
  onChoose: (item: Item) => void;
  /** Shown instead of results. */
  status?: string | undefined;
  /** A link at the end of the results, or of their status message. */
  more?: { text: string; to: string } | undefined;
  /** A search is running, and the results are the previous one's. */
  busy?: boolean | undefined;
  /** Searches on Enter or a button instead of while typing; then Enter chooses a result only if the arrow keys have highlighted one. */
  onSubmit?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

const { InputBlur, InputClick, InputKeyDownEnter, InputKeyDownEscape, ItemClick } = useCombobox.stateChangeTypes;

/** The library's combobox, controlled by the parent component: it keeps the text, and decides whether choosing closes the list. */
function useSearch<Item>({ text, onText, shown, onOpenChange, items, onChoose, onSubmit }: SearchBoxProps<Item>) {
  return useCombobox<Item>({
    items: [...items],
    inputValue: text,
    isOpen: shown,
    selectedItem: null,
    itemToString: () => text,
    onIsOpenChange: ({ isOpen }) => onOpenChange(isOpen),
    onSelectedItemChange: ({ selectedItem }) => selectedItem !== null && onChoose(selectedItem),
    onInputValueChange({ type }) {
      // The field itself reports what people type, so the caret keeps its place.
      if (type === InputKeyDownEscape && onSubmit === undefined) onText('');
    },
    stateReducer(state, { type, changes }) {
      if (type === InputClick) return { ...changes, isOpen: true };
      // Leaving the field chooses nothing.
      if (type === InputBlur) return { ...state, isOpen: false, highlightedIndex: -1 };
      if (type === ItemClick || type === InputKeyDownEnter)
        return { ...state, selectedItem: changes.selectedItem ?? null };
      return changes;
    },
  });
}

/** Leaves an event to the browser or to the calling code. */
function keepFromLibrary({ nativeEvent }: KeyboardEvent | FocusEvent): void {
  Object.assign(nativeEvent, { preventDownshiftDefault: true });
}

interface Group {
  heading: string | undefined;
  lines: { line: Option; index: number }[];
}

/** The results in order, those under one heading together. */
function groupsOf(options: readonly Option[]): Group[] {
  const groups: Group[] = [];
  for (const [index, line] of options.entries()) {
    const last = groups.at(-1);
    if (last !== undefined && last.heading === line.heading) last.lines.push({ line, index });
    else groups.push({ heading: line.heading, lines: [{ line, index }] });
  }
  return groups;
}

interface ResultsProps<Item> {
  items: readonly Item[];
  option: (item: Item) => Option;
  combobox: Pick<UseComboboxReturnValue<Item>, 'getItemProps' | 'highlightedIndex'>;
}

/** The results, under their headings. */
function Results<Item>({ items, option, combobox }: ResultsProps<Item>) {
  return groupsOf(items.map(option)).map(({ heading, lines }) => {
    const drawn = lines.map(({ line, index }) => {
      const item = items[index];
      if (item === undefined) return null;
      const given = combobox.getItemProps({ item, index });
      return <OptionItem key={line.key} given={given} option={line} active={index === combobox.highlightedIndex} />;
    });
    return heading === undefined ? (
      drawn
    ) : (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be in a listbox
      <div key={heading} role="group" aria-label={heading}>
        <p aria-hidden="true" className="px-2.5 pt-2 pb-1 font-semibold text-muted text-xs">
          {heading}
        </p>
        {drawn}
      </div>
    );
  });
}

/** A search field with its results below: arrow keys highlight, Enter chooses, Esc and clicking outside close. */
export function SearchBox<Item>(props: SearchBoxProps<Item>) {
  const { label, placeholder, listLabel, text, onText, shown, onOpenChange, items, option, onChoose } = props;
  const { status, more, busy = false, onSubmit, ref } = props;
  const box = useRef<HTMLElement>(null);
  const combobox = useSearch(props);
  const { highlightedIndex, setHighlightedIndex } = combobox;
  useLayer(shown, () => onOpenChange(false));

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    // Home and End move the caret.
    if (key === 'Home' || key === 'End') return keepFromLibrary(event);
    if (key !== 'Enter' || !shown || highlightedIndex >= 0) return;
    keepFromLibrary(event);
    const [first] = items;
    if (onSubmit !== undefined || first === undefined) return;
    event.preventDefault();
    onChoose(first);
  };
  const submit = () => {
    setHighlightedIndex(-1);
    onSubmit?.();
  };
  const isInside = ({ relatedTarget }: FocusEvent) => box.current?.contains(relatedTarget) === true;

  const input = combobox.getInputProps({
    ...(ref !== undefined && { ref }),
    'aria-label': label,
    placeholder,
    onChange: ({ currentTarget }) => onText(currentTarget.value),
    onFocus: () => onOpenChange(true),
    // The buttons beside the field count as part of it.
    onBlur: (event) => isInside(event) && keepFromLibrary(event),
    onKeyDown,
  });

  return (
    <search
      ref={box}
      className="relative block w-full"
      onBlur={(event) => event.relatedTarget !== null && !isInside(event) && onOpenChange(false)}
    >
      <SearchField
        input={input}
        busy={busy}
        onClear={text === '' ? undefined : () => onText('')}
        onSubmit={onSubmit && submit}
      />
      <div
        className={cx(
          'absolute inset-x-0 top-full z-30 mt-2 max-h-[min(60dvh,28rem)] animate-rise overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-float',
          !shown && 'hidden',
        )}
      >
        <div {...combobox.getMenuProps({ 'aria-label': listLabel })}>
          <Results items={items} option={option} combobox={combobox} />
        </div>
        {status !== undefined && <p className="px-3 py-5 text-center text-muted text-sm">{status}</p>}
        {more !== undefined && (
          <Link
            to={more.to}
            // The field keeps the focus until the link has been followed.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onOpenChange(false)}
            className="flex min-h-12 items-center gap-3 rounded-control px-2.5 font-medium text-accent-text hover:bg-raised"
          >
            <Search size={20} aria-hidden="true" className="mx-2.5 shrink-0" />
            <span dir="auto" className="min-w-0 flex-1 truncate text-left">
              {more.text}
            </span>
          </Link>
        )}
      </div>
      <p role="status" className="sr-only">
        {shown && !busy && (status ?? `${items.length} found`)}
      </p>
    </search>
  );
}

interface OptionItemProps {
  /** Props from the library for an option. */
  given: Record<string, unknown>;
  option: Option;
  active: boolean;
}

function OptionItem({ given, option, active }: OptionItemProps) {
  const { picture, title, detail, aside, to } = option;
  const shared = {
    ...given,
    tabIndex: -1,
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
    <div {...shared}>{line}</div>
  ) : (
    <Link {...shared} to={to}>
      {line}
    </Link>
  );
}
