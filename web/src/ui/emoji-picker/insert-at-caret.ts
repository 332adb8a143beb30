/** `text` with `piece` in the place of what is selected in `field`, or at its end. Moves the caret behind the piece once React has drawn the text. */
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
