import { Bold, Code, Italic, List, Strikethrough, TextQuote } from 'lucide-react';
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Format, formatOfKey, formats, formattingOf } from '#features/rich-text/formatting-typing.rules.ts';
import type { Field } from '#features/rich-text/SuggestionList.tsx';
import { isApple } from '#platform/device.ts';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

const looks = {
  bold: { label: 'Bold', Icon: Bold, keys: 'B' },
  italic: { label: 'Italic', Icon: Italic, keys: 'I' },
  strike: { label: 'Strike through', Icon: Strikethrough, keys: 'Shift+X' },
  code: { label: 'Code', Icon: Code, keys: 'E' },
  quote: { label: 'Quote', Icon: TextQuote, keys: 'Shift+9' },
  list: { label: 'List', Icon: List, keys: 'Shift+8' },
} as const satisfies Record<Format, unknown>;

/** Replaces what's selected as typing would, so that the browser's undo takes it back. */
function type(element: HTMLTextAreaElement, piece: string): void {
  const command = piece === '' ? 'delete' : 'insertText';
  if (document.execCommand?.(command, false, piece)) return;
  element.setRangeText(piece);
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

function applyFormat(element: HTMLTextAreaElement, format: Format): void {
  const { start, end, piece, selected } = formattingOf(
    element.value,
    [element.selectionStart, element.selectionEnd],
    format,
  );
  element.focus();
  element.setSelectionRange(start, end);
  type(element, piece);
  element.setSelectionRange(...selected);
}

/** Whether something is selected in the field, and the focus is there or in the bar. */
function useSelected(field: Field, bar: React.RefObject<HTMLElement | null>): boolean {
  const [isSelected, setSelected] = useState(false);
  useEffect(() => {
    const read = () => {
      const element = field.current;
      const { activeElement } = document;
      const isHere = element !== null && (activeElement === element || bar.current?.contains(activeElement) === true);
      setSelected(isHere && !element.readOnly && element.selectionStart !== element.selectionEnd);
    };
    read();
    const events = ['selectionchange', 'select', 'input', 'keyup', 'focusin', 'pointerup'] as const;
    for (const name of events) document.addEventListener(name, read);
    return () => {
      for (const name of events) document.removeEventListener(name, read);
    };
  }, [field, bar]);
  return isSelected;
}

interface FormattingBarProps {
  field: Field;
  below?: boolean;
}

/**
 * Formats what's selected in a field: a bar of buttons beside it, which Alt+F10 leads to, and keys as elsewhere. Signs are set around what's
 * selected, or taken away.
 */
export function FormattingBar({ field, below = false }: FormattingBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const isOpen = useSelected(field, bar);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const element = field.current;
    const format = formatOfKey(event);
    if (element === null || element.readOnly || event.isComposing) return;
    if (event.key === 'F10' && event.altKey) bar.current?.querySelector('button')?.focus();
    else if (format !== undefined) applyFormat(element, format);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const element = field.current;
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [field]);

  const onBarKey = (event: ReactKeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === 'ArrowRight') buttons[(at + 1) % buttons.length]?.focus();
    else if (event.key === 'ArrowLeft') buttons.at(at - 1)?.focus();
    else if (event.key === 'Escape') field.current?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (!isOpen) return null;
  const mainKey = isApple() ? 'Meta' : 'Control';
  return (
    <div className="relative h-0">
      <div
        ref={bar}
        role="toolbar"
        tabIndex={-1}
        aria-label="Formatting"
        onKeyDown={onBarKey}
        // Focus and selection stay in the field, which keeps a phone's keyboard open.
        onPointerDown={(event) => event.preventDefault()}
        className={cx(
          'absolute left-0 z-30 flex animate-appear rounded-control border border-line bg-surface p-0.5 shadow-float',
          below ? 'top-1' : 'bottom-1',
        )}
      >
        {formats.map((format, index) => {
          const { label, Icon, keys } = looks[format];
          return (
            <IconButton
              key={format}
              label={label}
              size="sm"
              round={false}
              tooltipSide={below ? 'bottom' : 'top'}
              tabIndex={index === 0 ? 0 : -1}
              aria-keyshortcuts={`${mainKey}+${keys}`}
              onClick={() => field.current && applyFormat(field.current, format)}
            >
              <Icon size={18} aria-hidden="true" />
            </IconButton>
          );
        })}
      </div>
    </div>
  );
}
