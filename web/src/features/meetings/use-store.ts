import { useSyncExternalStore } from 'react';

/** The state of a store that notifies its subscribers of changes. */
export function useStore<State>(store: { state(): State; subscribe(listener: () => void): () => void }): State {
  return useSyncExternalStore(store.subscribe, store.state);
}
