import { searchEmojis } from 'emoji-picker-react/data';
import { emojiNamingAt, rankedEmoji } from '#features/rich-text/emoji-typing.rules.ts';
import { type Field, SuggestionList, useNaming } from '#features/rich-text/SuggestionList.tsx';

interface EmojiListProps {
  field: Field;
  text: string;
  onText: (text: string) => void;
  below?: boolean;
}

/** The emoji suggested for the word that's being typed after a colon in a field; by the data of the emoji picker. */
export function EmojiList(props: EmojiListProps) {
  const state = useNaming(props.field, props.text, emojiNamingAt);
  const query = state.naming?.query.toLowerCase().replaceAll('_', ' ');
  return (
    <SuggestionList
      {...props}
      state={state}
      items={query === undefined ? [] : rankedEmoji(searchEmojis(query), query)}
      nameOf={({ emoji }) => emoji}
      label="Emoji"
      noun={['emoji', 'emoji']}
      draw={({ emoji, name }) => (
        <>
          <span className="w-8 text-center text-2xl leading-none">{emoji}</span>
          <span className="min-w-0 flex-1 truncate text-left">{name}</span>
        </>
      )}
    />
  );
}
