import { useSyncExternalStore } from 'react';
import { createListeners } from '#platform/listeners.ts';

/** State outside components, which they subscribe to. */
interface Store<State> {
  state(): State;
  subscribe(listener: () => void): () => void;
}

/** A value that calls back its subscribers whenever it's set. */
export function createStore<State>(initial: State) {
  let current = initial;
  const { subscribe, notify } = createListeners();
  return {
    state: (): State => current,
    set(next: State): void {
      current = next;
      notify();
    },
    subscribe,
  };
}

/** A store's state, as it changes. Also works in what's rendered when the app is built. */
export function useStore<State>({ subscribe, state }: Store<State>): State {
  return useSyncExternalStore(subscribe, state, state);
}
