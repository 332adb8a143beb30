import { useLayoutEffect, useState } from 'react';

/** Where the bars that stick to the top of the screen end, in pixels; they're marked with `data-top-bar`. */
function topBarsEnd(): number {
  const ends = [...document.querySelectorAll<HTMLElement>('[data-top-bar]')].map((bar) => {
    const { position, top } = getComputedStyle(bar);
    return position === 'sticky' ? Number.parseFloat(top) + bar.offsetHeight : 0;
  });
  return Math.max(0, ...ends);
}

/** What's scrolled to the top has to stay below this many pixels. */
export function useTopBars(): number {
  const [end, setEnd] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setEnd(topBarsEnd());
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return end;
}
