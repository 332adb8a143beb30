import { useSyncExternalStore } from 'react';

/** The state of something that tells when it changes. */
export function useStore<State>(store: { state(): State; subscribe(listener: () => void): () => void }): State {
  return useSyncExternalStore(store.subscribe, store.state);
}
