export { ChannelNames, type NamedChannel } from '#features/rich-text/channel-names.ts';
export { LinkCard } from '#features/rich-text/LinkCard.tsx';
export { RichText } from '#features/rich-text/RichText.tsx';
export { isLong } from '#features/rich-text/rich-text.rules.ts';
export { WritingAids } from '#features/rich-text/WritingAids.tsx';
