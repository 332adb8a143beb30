import { type RefObject, useContext } from 'react';
import { ChannelNameList } from '#features/texts/ChannelNameList.tsx';
import { ChannelNames } from '#features/texts/channel-names.ts';
import { MentionList } from '#features/texts/MentionList.tsx';
import type { TextPlace } from '#features/texts/mentions.data.ts';

export interface SuggestionsProps {
  /** The field that's being written in. */
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  place: TextPlace;
  /** Opens below its place in the text instead of above. */
  below?: boolean;
}

/** The people or channels suggested for what's being typed in a field. */
export function Suggestions({ place, ...props }: SuggestionsProps) {
  const hasChannels = useContext(ChannelNames).length > 0;
  return (
    <>
      {props.text.includes('@') && <MentionList {...props} place={place} />}
      {hasChannels && props.text.includes('#') && <ChannelNameList {...props} />}
    </>
  );
}
