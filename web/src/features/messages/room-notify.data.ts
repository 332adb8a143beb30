import { setRoomNotify } from '@hubbub/contract/features/messages/messages.endpoints.ts';
import type { RoomNotify } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

/** Chooses how much of a conversation or channel the person is notified of. The dialog says itself what went wrong. */
export function useSetRoomNotify(roomId: string) {
  return useChange({
    mutationFn: async (body: { notify: RoomNotify; until: string | null }) =>
      (await call(setRoomNotify, { params: { room_id: roomId }, body })).notify,
    fails: 'here',
  });
}
