import { useContext } from 'react';
import { channelNamingAt, suggestedChannels } from '#features/rich-text/channel-names.rules.ts';
import { ChannelNames, type NamedChannel } from '#features/rich-text/channel-names.ts';
import { type Field, SuggestionList, useNaming } from '#features/rich-text/SuggestionList.tsx';

interface ChannelNameListProps {
  field: Field;
  text: string;
  onText: (text: string) => void;
  below?: boolean;
}

const none: readonly NamedChannel[] = [];

/** The channels suggested for the name that's being typed in a field. */
export function ChannelNameList(props: ChannelNameListProps) {
  const channels = useContext(ChannelNames);
  const state = useNaming(props.field, props.text, channelNamingAt);
  return (
    <SuggestionList
      {...props}
      state={state}
      items={state.naming === undefined ? none : suggestedChannels(channels, state.naming.query)}
      nameOf={({ name }) => `#${name}`}
      label="Channels to link"
      noun={['channel', 'channels']}
      draw={({ name }) => (
        <span dir="auto" className="min-w-0 flex-1 truncate text-left font-semibold">
          # {name}
        </span>
      )}
    />
  );
}
