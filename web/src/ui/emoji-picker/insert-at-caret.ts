/**
 * Replaces the selection in `field` with `piece`, or appends it to `text`. Moves the caret after the piece once React has rendered the
 * text.
 */
export function insertAtCaret(
  field: HTMLTextAreaElement | HTMLInputElement | null,
  text: string,
  piece: string,
): string {
  const start = field?.selectionStart ?? text.length;
  const end = field?.selectionEnd ?? text.length;
  const caret = start + piece.length;
  requestAnimationFrame(() => field?.setSelectionRange(caret, caret));
  return text.slice(0, start) + piece + text.slice(end);
}
