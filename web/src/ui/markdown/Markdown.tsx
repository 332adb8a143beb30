import { late } from '#ui/late/late.tsx';

/** Plain text until the formatting code has loaded. */
const plain = ({ text }: { text: string }) => <p className="whitespace-pre-wrap leading-relaxed">{text}</p>;

/** Markdown as elements; its code loads when it's first needed. */
export const Markdown = late(async () => (await import('#ui/markdown/FormattedText.tsx')).FormattedText, {
  name: 'The layout',
  waiting: plain,
  failed: (_, props) => plain(props),
});
