import { useEffect, useEffectEvent, useRef } from 'react';

/** Loads the next page before the end of a list comes into view. @returns the ref of what's at the end */
export function useLoadAhead(mayLoad: boolean, onLoad: () => void) {
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  useEffect(() => {
    if (!mayLoad || end.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: '600px' });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [mayLoad]);
  return end;
}
