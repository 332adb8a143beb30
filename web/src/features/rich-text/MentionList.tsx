import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { useQuery } from '@tanstack/react-query';
import { namingAt } from '#features/rich-text/mention-typing.rules.ts';
import { mentionableOptions, type TextPlace } from '#features/rich-text/mentions.data.ts';
import { type Field, SuggestionList, useNaming } from '#features/rich-text/SuggestionList.tsx';
import { avatarUrls } from '#platform/media.ts';
import { usePaused } from '#platform/use-paused.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';

interface MentionListProps {
  field: Field;
  text: string;
  onText: (text: string) => void;
  place: TextPlace;
  below?: boolean;
}

const nobody: readonly Author[] = [];

/** The people suggested for the name that's being typed in a field. */
export function MentionList({ place, ...props }: MentionListProps) {
  const state = useNaming(props.field, props.text, namingAt);
  const typed = state.naming?.query ?? '';
  const { data = nobody } = useQuery(mentionableOptions(place, usePaused(typed)));
  return (
    <SuggestionList
      {...props}
      state={state}
      items={typed === '' ? nobody : data}
      nameOf={({ username }) => `@${username}`}
      label="People to mention"
      noun={['person', 'people']}
      draw={(person) => (
        <>
          <Avatar {...avatarUrls(person.profile_path)} size={32} />
          <span className="min-w-0 flex-1 leading-tight">
            <span dir="auto" className="block truncate text-left font-semibold">
              {person.name ?? person.username}
            </span>
            <span className="block truncate text-muted text-sm">@{person.username}</span>
          </span>
        </>
      )}
    />
  );
}
