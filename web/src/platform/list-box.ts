import { type RefObject, useLayoutEffect, useState } from 'react';

interface Options {
  /** The width to assume until it's measured. */
  width: number | (() => number);
  /** What's above the list may change its height: it's measured again when the page does. */
  follow?: boolean;
}

/** Where a list starts on its page, and how wide it is. */
export function useListBox(list: RefObject<HTMLElement | null>, { width: assumed, follow = false }: Options) {
  const [top, setTop] = useState(0);
  const [width, setWidth] = useState(assumed);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => {
      setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
      setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (follow) observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, follow]);
  return { top, width };
}
