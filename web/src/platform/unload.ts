import { useEffect } from 'react';

/** While something would be lost, the browser asks before it closes or reloads the page. */
export function useUnloadQuestion(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isBusy]);
}
