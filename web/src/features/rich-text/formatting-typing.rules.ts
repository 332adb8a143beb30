export const formats = ['bold', 'italic', 'strike', 'code', 'quote', 'list'] as const;
export type Format = (typeof formats)[number];

/** A change of a text: replaces `start` to `end`, then selects the range `selected`; in UTF-16 units. */
export interface Change {
  start: number;
  end: number;
  piece: string;
  selected: [start: number, end: number];
}

const signs = { bold: '**', italic: '_', strike: '~~', code: '`' } as const;
const lineSigns = { quote: '> ', list: '- ' } as const;

/** Sets signs around what's selected, or takes away those that are there, within it or around it. */
function wrap(text: string, start: number, end: number, sign: string): Change {
  const size = sign.length;
  const chosen = text.slice(start, end);
  const isWithin = chosen.length >= 2 * size && chosen.startsWith(sign) && chosen.endsWith(sign);
  if (isWithin) {
    const piece = chosen.slice(size, -size);
    return { start, end, piece, selected: [start, start + piece.length] };
  }
  const isAround = text.slice(Math.max(0, start - size), start) === sign && text.slice(end, end + size) === sign;
  if (isAround) return { start: start - size, end: end + size, piece: chosen, selected: [start - size, end - size] };
  return { start, end, piece: sign + chosen + sign, selected: [start + size, end + size] };
}

/** Sets a sign before each line that's selected, or takes it away if all of them have it. */
function prefix(text: string, from: number, to: number, sign: string): Change {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const after = text.indexOf('\n', to);
  const end = after === -1 ? text.length : after;
  const lines = text.slice(start, end).split('\n');
  const isSet = lines.every((line) => line.startsWith(sign));
  const piece = lines
    .map((line) => {
      if (isSet) return line.slice(sign.length);
      return line.startsWith(sign) ? line : sign + line;
    })
    .join('\n');
  return { start, end, piece, selected: [start, start + piece.length] };
}

/** How a text changes when its selection is formatted, or loses its format. */
export function formattingOf(text: string, [from, to]: [number, number], format: Format): Change {
  if (format === 'quote' || format === 'list') return prefix(text, from, to, lineSigns[format]);
  // Signs with a space within them wouldn't be any.
  const chosen = text.slice(from, to);
  const start = from + (chosen.length - chosen.trimStart().length);
  const end = Math.max(start, to - (chosen.length - chosen.trimEnd().length));
  const isBlock = format === 'code' && text.slice(start, end).includes('\n');
  if (!isBlock) return wrap(text, start, end, signs[format]);
  const piece = `\`\`\`\n${text.slice(start, end)}\n\`\`\``;
  return { start, end, piece, selected: [start, start + piece.length] };
}

const keys: Readonly<Record<string, Format>> = { b: 'bold', i: 'italic', e: 'code' };
const shiftedKeys: Readonly<Record<string, Format>> = { x: 'strike', 9: 'quote', 8: 'list' };

/** What a key with Ctrl or ⌘ formats, if anything. */
export function formatOfKey(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): Format | undefined {
  if (event.ctrlKey === event.metaKey || event.altKey) return undefined;
  // With Shift, a digit's key writes a sign, which differs by keyboard.
  const key = event.code.startsWith('Digit') ? event.code.slice('Digit'.length) : event.key.toLowerCase();
  return event.shiftKey ? shiftedKeys[key] : keys[key];
}
