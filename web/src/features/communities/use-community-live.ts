import type { CommunityChange } from '@hubbub/contract/features/communities/communities.events.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { applyChange, refetchCommunity } from '#features/communities/communities.data.ts';
import { holdRoom, onResync, onServerEvent, openSocket } from '#platform/socket.ts';

/** Milliseconds between two fetches for changes of one kind: a thousand people who join at the same time are one change. */
const pause = 500;

/** Passes on a kind's first change right away, and combines those that follow within the pause into one at its end. */
function calmed(act: (change: CommunityChange) => void) {
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; next?: CommunityChange }>();
  const run = (change: CommunityChange) => {
    const key = `${change.community_id} ${change.changed}`;
    const held = waiting.get(key);
    if (held !== undefined) {
      held.next = change;
      return;
    }
    act(change);
    const timer = setTimeout(() => {
      const next = waiting.get(key)?.next;
      waiting.delete(key);
      if (next !== undefined) run(next);
    }, pause);
    waiting.set(key, { timer });
  };
  const stop = () => {
    for (const { timer } of waiting.values()) clearTimeout(timer);
  };
  return { run, stop };
}

/**
 * Keeps a community's data in sync with the server: refetches what changes, and everything after a lost connection.
 * @param handle of the open community; undefined if none is open, or if the person isn't a member
 * @param onChange is called for each change to any community this person is in
 */
export function useCommunityLive(handle: string | undefined, onChange?: (change: CommunityChange) => void): void {
  const client = useQueryClient();
  const notify = useEffectEvent((change: CommunityChange) => onChange?.(change));

  useEffect(() => {
    openSocket();
    const changes = calmed((change) => {
      applyChange(client, change);
      notify(change);
    });
    const off = onServerEvent('communityChanged', changes.run);
    return () => {
      off();
      changes.stop();
    };
  }, [client]);

  useEffect(() => {
    if (handle === undefined) return;
    // What was fetched before the server let this page join may have changed in between.
    const onJoined = () => refetchCommunity(client, handle);
    const release = holdRoom({ join: 'joinCommunity', leave: 'leaveCommunity', id: handle }, { onJoined });
    const off = onResync(onJoined);
    return () => {
      off();
      release();
    };
  }, [client, handle]);
}
