import { useCallback, useSyncExternalStore } from 'react';
import { onUserChange } from '#platform/session.ts';

/** What a person can do about another. */
export type Relation = 'block' | 'mute';

/** Blocks and mutes that were set (true) or taken back on this page, by relation and username: they apply before anything is refetched. */
let changes: ReadonlyMap<string, boolean> = new Map();
const listeners = new Set<() => void>();
const owner = onUserChange(() => change(new Map()));

function change(next: ReadonlyMap<string, boolean>): void {
  changes = next;
  for (const listener of listeners) listener();
}

const keyOf = (relation: Relation, username: string) => `${relation} ${username.toLowerCase()}`;

export function noteRelation(relation: Relation, username: string, isGiven: boolean): void {
  owner();
  change(new Map([...changes, [keyOf(relation, username), isGiven]]));
}

/** Whether a block or mute was set (true) or taken back (false) on this page; undefined: neither. */
export type ChangedRelation = (relation: Relation, username: string) => boolean | undefined;

export function useChangedRelations(): ChangedRelation {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => changes,
  );
  return useCallback((relation, username) => current.get(keyOf(relation, username)), [current]);
}
