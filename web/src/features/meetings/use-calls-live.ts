import type { CallChange } from '@hubbub/contract/features/meetings/calls.shapes.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callOptions, declineCall } from '#features/meetings/calls.data.ts';
import { ringsFor, toldOf } from '#features/meetings/calls.rules.ts';
import { currentCall } from '#features/meetings/current-call.ts';
import { isBusy, noteCall, ringingCalls, stopRinging } from '#features/meetings/ringing.ts';
import { logError } from '#platform/log.ts';
import { useCurrentUser } from '#platform/session.ts';
import { connection, onConnectionChange, onServerEvent } from '#platform/socket.ts';
import { useStore } from '#platform/store.ts';
import { closeShown } from '#platform/worker.ts';
import { toast } from '#ui/toast/toasts.ts';

/** How long a call rings if no further event arrives, in milliseconds. */
const longest = (limits.meeting.ringSeconds + 2) * 1000;

/**
 * Says who declined or missed a call that the person is in or has just started: somebody in another call declines before this one opens.
 */
function tellOf(change: CallChange, username: string): void {
  const { room_id, started_by, people, ringing } = change.call;
  if (currentCall.state().joined?.roomId !== room_id && started_by.username !== username) return;
  const nameOf = (other: string) => [...people, ...ringing].find((one) => one.username === other)?.name ?? other;
  const told = toldOf(change, nameOf);
  if (told !== null) toast.success(told);
}

/** Follows calls: which ones ring here, and which are in progress in the rooms on screen. @returns the first that rings */
export function useCallsLive() {
  const client = useQueryClient();
  const { username } = useCurrentUser();
  const [first] = useStore(ringingCalls);

  useEffect(() => {
    const stops = [
      onServerEvent('callChanged', (change) => {
        const { call } = change;
        tellOf(change, username);
        client.setQueryData(callOptions(call.room_id).queryKey, call.ended_at === null ? call : null);
        if (!ringsFor(call, username)) void closeShown(`call:${call.call_id}`);
        if (ringsFor(call, username) && isBusy(call.code)) {
          stopRinging(call.call_id);
          declineCall(call.call_id, 'busy').catch((error: unknown) => logError("Couldn't decline a call", error));
        } else noteCall(call, username);
      }),
      onConnectionChange(() => {
        if (connection() !== 'online') return;
        void client.invalidateQueries({ queryKey: ['call'] });
        // It may have been answered or ended meanwhile.
        for (const { room_id, call_id } of ringingCalls.state()) {
          void client.fetchQuery({ ...callOptions(room_id), staleTime: 0 }).then(
            (call) => {
              if (call?.call_id !== call_id) stopRinging(call_id);
              else noteCall(call, username);
            },
            () => undefined,
          );
        }
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, username]);

  const id = first?.call_id;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => stopRinging(id), longest);
    return () => clearTimeout(timer);
  }, [id]);
  return first;
}
