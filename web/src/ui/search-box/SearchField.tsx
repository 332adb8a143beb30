import { Search, X } from 'lucide-react';
import { type ComponentProps, type FormEvent, useRef } from 'react';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

interface SearchFieldProps {
  /** The input's other props. */
  input: ComponentProps<'input'>;
  busy: boolean;
  onClear: (() => void) | undefined;
  onSubmit: (() => void) | undefined;
}

/** The input, with a search button or a clear button. */
export function SearchField({ input, busy, onClear, onSubmit }: SearchFieldProps) {
  const form = useRef<HTMLElement>(null);
  const field = (
    <input
      {...input}
      type="text"
      inputMode="search"
      enterKeyHint="search"
      autoCapitalize="none"
      spellCheck={false}
      data-shortcut="search"
      className={cx(
        'w-full rounded-full border border-line bg-surface pr-12 text-base transition-colors hover:border-line-strong focus:border-accent-text focus:outline-2 focus:outline-accent-text focus:-outline-offset-1',
        onSubmit === undefined ? 'h-12 pl-11' : 'h-11 pl-4',
      )}
    />
  );
  if (onSubmit !== undefined) {
    const submit = (event: FormEvent) => {
      event.preventDefault();
      onSubmit();
    };
    return (
      <form onSubmit={submit} className="relative">
        {field}
        <span className="absolute inset-y-0 right-0 flex items-center">
          <IconButton label="Search" type="submit" tooltipSide="bottom">
            <Search size={18} aria-hidden="true" />
          </IconButton>
        </span>
      </form>
    );
  }
  const clear = () => {
    onClear?.();
    form.current?.querySelector('input')?.focus();
  };
  return (
    <span ref={form} className="contents">
      <span className="pointer-events-none absolute inset-y-0 left-0 flex w-11 items-center justify-center text-muted">
        {busy ? <Spinner size={18} /> : <Search size={18} aria-hidden="true" />}
      </span>
      {field}
      {onClear !== undefined && (
        <span className="absolute inset-y-0 right-0.5 flex items-center">
          <IconButton label="Clear search" onClick={clear}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </span>
      )}
    </span>
  );
}
