import { useMemo, useState } from 'react';
import { type CaptionPart, foldedParts, isLong, mayHaveLink } from '#features/posts/caption.rules.ts';
import { lazyCode, useLazyCode } from '#ui/late/late-code.ts';

interface CaptionProps {
  text: string;
  /** Starts unfolded. */
  whole?: boolean | undefined;
}

type FindParts = (text: string) => readonly CaptionPart[];

const onePart = lazyCode<FindParts>(async () => (text) => [{ text }]);
const linkParts = lazyCode<FindParts>(async () => (await import('#features/posts/caption-links.ts')).linkParts, {
  whenIdle: true,
});

/** The parts of a text. The code that recognizes links loads with the first text that may contain one; until then they're plain text. */
function useParts(text: string): readonly CaptionPart[] {
  const worth = useMemo(() => mayHaveLink(text), [text]);
  const { value: find } = useLazyCode(worth ? linkParts : onePart);
  return useMemo(() => find?.(text) ?? [{ text }], [find, text]);
}

/** Text a person wrote: line breaks kept, links recognized, in its own text direction, folded if it's long. */
export function Caption({ text, whole = false }: CaptionProps) {
  const [open, setOpen] = useState(whole);
  const folded = !open && isLong(text);
  const all = useParts(text);
  const parts = useMemo(() => (folded ? foldedParts(all) : all), [all, folded]);
  return (
    <div>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {parts.map((part, index) =>
          part.href === undefined ? (
            part.text
          ) : (
            <a
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
              key={index}
              href={part.href}
              target="_blank"
              rel="noopener nofollow ugc"
              className="rounded-sm text-accent-text underline decoration-1 underline-offset-2 hover:decoration-2"
            >
              {part.text}
            </a>
          ),
        )}
        {folded && '…'}
      </p>
      {folded && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="mt-1 inline-flex min-h-8 items-center rounded-sm font-medium text-accent-text text-sm hover:underline"
        >
          Show more
        </button>
      )}
    </div>
  );
}
