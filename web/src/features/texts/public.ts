export { ChannelNames, type NamedChannel } from '#features/texts/channel-names.ts';
export { LinkCard } from '#features/texts/LinkCard.tsx';
export { MentionSuggestions } from '#features/texts/MentionSuggestions.tsx';
export { RichText } from '#features/texts/RichText.tsx';
export { isLong } from '#features/texts/rich-text.rules.ts';
