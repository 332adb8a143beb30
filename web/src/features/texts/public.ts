export { ChannelNames, type NamedChannel } from '#features/texts/channel-names.ts';
export { LinkCard } from '#features/texts/LinkCard.tsx';
export { RichText } from '#features/texts/RichText.tsx';
export { isLong } from '#features/texts/rich-text.rules.ts';
export { WritingAids } from '#features/texts/WritingAids.tsx';
