import * as endpoints from '@hubbub/contract/features/meetings/calls.endpoints.ts';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

/** The call that's on in a conversation or group; null: none is. */
export const callOptions = (roomId: string) =>
  queryOptions({
    queryKey: ['call', roomId],
    queryFn: async ({ signal }) => (await call(endpoints.getCall, { params: { room_id: roomId } }, { signal })).call,
  });

/** The consequence if a call doesn't start. */
export const callUndone = "the call didn't start";

/** Calls the others in a conversation or group, or finds the call that's on. Resolves to its meeting's code. */
export async function startCall(client: QueryClient, roomId: string): Promise<string> {
  const { call: started } = await call(endpoints.startCall, { params: { room_id: roomId } });
  client.setQueryData(callOptions(roomId).queryKey, started);
  return started.code;
}

/** Calls the others in a room, or finds the call that's on. @param onSuccess receives its meeting's code, and the room's id */
export function useStartCall(onSuccess: (code: string, roomId: string) => unknown) {
  const client = useQueryClient();
  return useChange({
    undone: callUndone,
    mutationFn: (roomId: string) => startCall(client, roomId),
    onSuccess,
  });
}

/** Declines a call that rings. @param reason if the person is in another */
export async function declineCall(callId: string, reason?: 'busy'): Promise<void> {
  await call(endpoints.declineCall, { params: { call_id: callId }, body: reason === undefined ? {} : { reason } });
}

/** Declines a call that rings. */
export const useDeclineCall = () =>
  useChange({ undone: "the call wasn't declined", mutationFn: (callId: string) => declineCall(callId) });
