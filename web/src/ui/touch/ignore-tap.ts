/** Lifting the finger after a long press or a swipe isn't a tap, whatever is below it by then. */
export function ignoreTap(): void {
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', ignore, { capture: true, once: true });
  const stop = () => window.removeEventListener('click', ignore, { capture: true });
  window.addEventListener('pointerdown', stop, { capture: true, once: true });
}
