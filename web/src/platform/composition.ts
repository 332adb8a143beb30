/**
 * Whether a key press belongs to an input method: Enter that confirms what's being composed, Escape that cancels it, arrows that choose
 * among its suggestions. Safari ends the composition before it reports the key; there, only `keyCode` 229 gives it away.
 */
const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;

/** Leaves these keys to the input method, whatever field they're pressed in: nothing in the app, nor in its libraries, sees them. */
export function leaveKeysToInputMethods(): void {
  window.addEventListener('keydown', (event) => isComposing(event) && event.stopImmediatePropagation(), true);
}
