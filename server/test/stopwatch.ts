/** How often it looks whether this process runs, in milliseconds. */
const beat = 5;

/**
 * Starts measuring. The returned function ends it and returns the milliseconds since, without those in which this process had no CPU or
 * was computing itself: on a busy machine they say nothing about what was waited for.
 */
export function startStopwatch(): () => number {
  const began = performance.now();
  let [last, held] = [began, 0];
  const look = () => {
    const now = performance.now();
    held += Math.max(0, now - last - 2 * beat);
    last = now;
  };
  const timer = setInterval(look, beat);
  return () => {
    look();
    clearInterval(timer);
    return last - began - held;
  };
}
