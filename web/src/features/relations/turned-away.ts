import { useCallback } from 'react';
import { onUserChange } from '#platform/session.ts';
import { createStore, useStore } from '#platform/store.ts';

/** What a person can do about another. */
export type Relation = 'block' | 'mute';

/** Blocks and mutes that were set (true) or taken back on this page, by relation and username: they apply before anything is refetched. */
const changes = createStore<ReadonlyMap<string, boolean>>(new Map());
const owner = onUserChange(() => changes.set(new Map()));

const keyOf = (relation: Relation, username: string) => `${relation} ${username.toLowerCase()}`;

export function noteRelation(relation: Relation, username: string, isGiven: boolean): void {
  owner();
  changes.set(new Map([...changes.state(), [keyOf(relation, username), isGiven]]));
}

/** Whether a block or mute was set (true) or taken back (false) on this page; undefined: neither. */
export type ChangedRelation = (relation: Relation, username: string) => boolean | undefined;

export function useChangedRelations(): ChangedRelation {
  const current = useStore(changes);
  return useCallback((relation, username) => current.get(keyOf(relation, username)), [current]);
}
