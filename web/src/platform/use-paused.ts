import { useEffect, useState } from 'react';

/** How long a person must stop typing before a search is sent, in ms. */
const pause = 220;

/** `value`, debounced; a blank value applies right away. */
export function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), value === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [value]);
  return value === '' ? '' : paused;
}
