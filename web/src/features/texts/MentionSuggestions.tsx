import type { SuggestionsProps } from '#features/texts/Suggestions.tsx';
import { late } from '#ui/late/late.tsx';

const Suggestions = late<SuggestionsProps>(async () => (await import('#features/texts/Suggestions.tsx')).Suggestions, {
  name: 'Suggestions',
  failed: () => null,
});

/**
 * Suggests people for a name that's being typed after an at sign, and in a community's channels those for one after a hash sign: arrow
 * keys choose, Enter or Tab inserts, Escape closes. It listens to the field, and stands right before it, or after it if it opens below.
 */
export function MentionSuggestions(props: SuggestionsProps) {
  return /[@#]/.test(props.text) && <Suggestions {...props} />;
}
