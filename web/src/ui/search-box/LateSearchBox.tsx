import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { LoadFailureCard, late } from '#ui/late/late.tsx';
import type { SearchBoxProps } from '#ui/search-box/SearchBox.tsx';
import { SearchField } from '#ui/search-box/SearchField.tsx';

/** Shown when the server doesn't answer a search properly. */
export const searchFailed = "Search isn't working right now. Try again in a moment.";

interface Props extends SearchBoxProps<unknown> {
  /** The field that waits for the code, while it has the focus. */
  focused: RefObject<HTMLInputElement | null>;
}

/** The field alone: it takes text and keeps it, and the results come with the code. */
function WaitingBox({ label, placeholder, text, onText, onOpenChange, onSubmit, ref, focused }: Props) {
  return (
    <search className="relative block w-full">
      <SearchField
        input={{
          ref,
          role: 'combobox',
          'aria-expanded': false,
          'aria-label': label,
          placeholder,
          value: text,
          onChange: ({ currentTarget }) => onText(currentTarget.value),
          onFocus({ currentTarget }: FocusEvent<HTMLInputElement>) {
            focused.current = currentTarget;
            void Loaded.load();
            onOpenChange(true);
          },
          onBlur() {
            focused.current = null;
            onOpenChange(false);
          },
        }}
        busy={false}
        onClear={text === '' ? undefined : () => onText('')}
        onSubmit={onSubmit}
      />
    </search>
  );
}

const Loaded = late<Props>(
  async () => {
    const { SearchBox } = await import('#ui/search-box/SearchBox.tsx');
    return function Ready({ focused, ...props }: Props) {
      const place = useRef<HTMLSpanElement>(null);
      // People who were already typing can continue where they were.
      useLayoutEffect(() => {
        if (focused.current === null) return;
        const { selectionStart, selectionEnd } = focused.current;
        const field = place.current?.querySelector('input');
        field?.focus();
        field?.setSelectionRange(selectionStart, selectionEnd);
      }, [focused]);
      return (
        <span ref={place} className="contents">
          <SearchBox {...props} />
        </span>
      );
    };
  },
  {
    name: 'The search',
    whenIdle: true,
    onDemand: true,
    waiting: (props) => <WaitingBox {...props} />,
    failed: (failure, props) => (
      <>
        <WaitingBox {...props} />
        {props.text !== '' && <LoadFailureCard failure={failure} onClose={() => props.onText('')} />}
      </>
    ),
  },
);

/** A search box whose results need code that's loaded once it has the focus. One can type right away. */
export function LateSearchBox<Item>(props: SearchBoxProps<Item>) {
  const focused = useRef<HTMLInputElement>(null);
  return <Loaded {...(props as SearchBoxProps<unknown>)} focused={focused} />;
}
