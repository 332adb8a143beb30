/** Functions to call when something changes. */
export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    /** Calls back from now on. Returns the unsubscribe function. */
    subscribe(listener: (...args: Args) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isEmpty: (): boolean => listeners.size === 0,
    /** Calls all of them. */
    notify(...args: Args): void {
      for (const listener of listeners) listener(...args);
    },
  };
}
