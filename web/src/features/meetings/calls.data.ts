import * as endpoints from '@hubbub/contract/features/meetings/calls.endpoints.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';

/** The call that's on in a conversation or group; null: none is. */
export const callOptions = (roomId: string) =>
  queryOptions({
    queryKey: ['call', roomId],
    queryFn: async ({ signal }) => (await call(endpoints.getCall, { params: { room_id: roomId } }, { signal })).call,
  });

/** Calls the others in a conversation or group, or finds the call that's on. Resolves to its meeting's code. */
export async function startCall(client: QueryClient, roomId: string): Promise<string> {
  const { call: started } = await call(endpoints.startCall, { params: { room_id: roomId } });
  client.setQueryData(callOptions(roomId).queryKey, started);
  return started.code;
}

/** Declines a call that rings. @param reason if the person is in another */
export async function declineCall(callId: string, reason?: 'busy'): Promise<void> {
  await call(endpoints.declineCall, { params: { call_id: callId }, body: reason === undefined ? {} : { reason } });
}
