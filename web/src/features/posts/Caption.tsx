import { useMemo, useState } from 'react';
import { type CaptionPart, foldedParts, isLong, mayHaveLink } from '#features/posts/caption.rules.ts';
import { lateCode, useLateCode } from '#ui/late/late-code.ts';

interface CaptionProps {
  text: string;
  /** Shows all of it from the start. */
  whole?: boolean | undefined;
}

type FindParts = (text: string) => readonly CaptionPart[];

const onePart = lateCode<FindParts>(async () => (text) => [{ text }]);
const linkParts = lateCode<FindParts>(async () => (await import('#features/posts/caption-links.ts')).linkParts, {
  whenIdle: true,
});

/** The parts of a text. The code that recognises links comes with the first text that may have one; until it is here they are plain text. */
function useParts(text: string): readonly CaptionPart[] {
  const worth = useMemo(() => mayHaveLink(text), [text]);
  const { value: find } = useLateCode(worth ? linkParts : onePart);
  return useMemo(() => find?.(text) ?? [{ text }], [find, text]);
}

/** What a person wrote: line breaks kept, links recognised, its own direction of writing, folded when it is long. */
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
