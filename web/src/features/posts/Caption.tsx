import { tokenize } from 'linkifyjs';
import { useMemo, useState } from 'react';
import { captionParts, foldedParts, isLong } from '#features/posts/caption.rules.ts';

interface CaptionProps {
  text: string;
  /** Shows all of it from the start. */
  whole?: boolean | undefined;
}

/** What a person wrote: line breaks kept, links recognised, its own direction of writing, folded when it is long. */
export function Caption({ text, whole = false }: CaptionProps) {
  const [open, setOpen] = useState(whole);
  const folded = !open && isLong(text);
  const parts = useMemo(() => {
    const all = captionParts(tokenize(text));
    return folded ? foldedParts(all) : all;
  }, [text, folded]);
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
