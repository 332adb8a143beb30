import { type RefObject, useContext } from 'react';
import { ChannelNameList } from '#features/rich-text/ChannelNameList.tsx';
import { ChannelNames } from '#features/rich-text/channel-names.ts';
import { MentionList } from '#features/rich-text/MentionList.tsx';
import type { TextPlace } from '#features/rich-text/mentions.data.ts';
import { late } from '#ui/late/late.tsx';

/** With the data of all emoji. */
const EmojiList = late<Omit<SuggestionsProps, 'place'>>(
  async () => (await import('#features/rich-text/EmojiList.tsx')).EmojiList,
  { name: 'Emoji', failed: () => null },
);

export interface SuggestionsProps {
  /** The field that's being written in. */
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  place: TextPlace;
  /** Opens below its place in the text instead of above. */
  below?: boolean;
}

/** The people, channels or emoji suggested for what's being typed in a field. */
export function Suggestions({ place, ...props }: SuggestionsProps) {
  const hasChannels = useContext(ChannelNames).length > 0;
  return (
    <>
      {props.text.includes('@') && <MentionList {...props} place={place} />}
      {hasChannels && props.text.includes('#') && <ChannelNameList {...props} />}
      {/:\p{L}{2}/u.test(props.text) && <EmojiList {...props} />}
    </>
  );
}
