import { partsOf, plainMatches } from '#features/search/search.rules.ts';

/** A text, without the signs of its formatting, with what matched in it marked. */
export function MatchedText({ text, matches }: { text: string; matches: readonly (readonly [number, number])[] }) {
  const plain = plainMatches(text, matches);
  let at = 0;
  return (
    <p className="line-clamp-4 whitespace-pre-line text-pretty break-words" dir="auto">
      {partsOf(plain.text, plain.matches).map((part) => {
        at += part.text.length;
        return part.isMatch ? (
          <mark key={at} className="rounded-xs bg-accent-soft font-semibold text-text">
            {part.text}
          </mark>
        ) : (
          part.text
        );
      })}
    </p>
  );
}
