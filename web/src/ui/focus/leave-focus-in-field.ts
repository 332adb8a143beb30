/** For what floats and closes: focus goes back to what opened it, unless somebody has begun to write in a field meanwhile. */
export function leaveFocusInField(event: Event): void {
  if (document.activeElement?.matches('input, textarea')) event.preventDefault();
}
