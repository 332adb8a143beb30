import type { SuggestionsProps } from '#features/rich-text/Suggestions.tsx';
import { late } from '#ui/late/late.tsx';

const Suggestions = late<SuggestionsProps>(
  async () => (await import('#features/rich-text/Suggestions.tsx')).Suggestions,
  {
    name: 'Suggestions',
    failed: () => null,
  },
);
const FormattingBar = late<Omit<SuggestionsProps, 'place'>>(
  async () => (await import('#features/rich-text/FormattingBar.tsx')).FormattingBar,
  { name: 'Formatting', failed: () => null },
);

/** A sign after which names or emoji are suggested. */
const suggesting = /[@#]|:\p{L}{2}/u;

/**
 * Helps with what's being written in a field, and stands right before it, or after it if it opens below.
 *
 * Suggests people for a name after an at sign, in a community's channels those for one after a hash sign, and emoji for a word after a
 * colon: arrow keys choose, Enter or Tab inserts, Escape closes. Formats what's selected, by a bar or by keys.
 */
export function WritingAids({ place, ...props }: SuggestionsProps) {
  if (props.text === '') return null;
  return (
    <>
      {suggesting.test(props.text) && <Suggestions {...props} place={place} />}
      <FormattingBar {...props} />
    </>
  );
}
