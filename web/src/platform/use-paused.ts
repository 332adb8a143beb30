import { useEffect, useState } from 'react';

/** How long a person must stop typing before a search is sent, in ms. */
const pause = 220;

/** `value` once it has not changed for a moment; a blank value at once. */
export function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), value === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [value]);
  return value === '' ? '' : paused;
}
