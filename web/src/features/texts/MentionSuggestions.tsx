import type { RefObject } from 'react';
import type { TextPlace } from '#features/texts/mentions.data.ts';
import { late } from '#ui/late/late.tsx';

interface MentionSuggestionsProps {
  /** The field that's being written in. */
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  place: TextPlace;
  /** Opens below the place where it stands instead of above. */
  below?: boolean;
}

const MentionList = late<MentionSuggestionsProps>(
  async () => (await import('#features/texts/MentionList.tsx')).MentionList,
  { name: 'Suggestions', failed: () => null },
);

/**
 * Suggests people for a name that's being typed after an at sign: arrow keys choose, Enter or Tab inserts, Escape closes. It listens to
 * the field, and stands right before it, or after it if it opens below.
 */
export function MentionSuggestions(props: MentionSuggestionsProps) {
  return props.text.includes('@') && <MentionList {...props} />;
}
