import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Milliseconds between looks, how many quiet ones in a row end the first screen, and after how many it's over anyway. */
const interval = 100;
const quietLooks = 3;
const maxLooks = 30;

const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight && bottom > 0;
};

const isLoading = () =>
  document.readyState !== 'complete' ||
  [...document.querySelectorAll('img')].some((image) => !image.complete && isInView(image));

/**
 * True once the first screen is there: for a moment, the page loads no data, and no picture in view. Until then, the screen has the
 * connection to itself, for at most three seconds.
 */
export function useFirstScreenDone(): boolean {
  const queries = useQueryClient();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (isDone) return;
    let looks = 0;
    let quiet = 0;
    const timer = setInterval(() => {
      looks += 1;
      quiet = queries.isFetching() > 0 || isLoading() ? 0 : quiet + 1;
      if (quiet === quietLooks || looks === maxLooks) setDone(true);
    }, interval);
    return () => clearInterval(timer);
  }, [queries, isDone]);
  return isDone;
}
