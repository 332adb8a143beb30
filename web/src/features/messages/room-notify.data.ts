import { setRoomNotify } from '@hubbub/contract/features/messages/messages.endpoints.ts';
import type { RoomNotify } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';

/** Chooses how much of a conversation or channel the person is notified of. The dialog says itself what went wrong. */
export function useSetRoomNotify(roomId: string) {
  return useMutation({
    mutationFn: async (body: { notify: RoomNotify; until: string | null }) =>
      (await call(setRoomNotify, { params: { room_id: roomId }, body })).notify,
    onError: () => undefined,
  });
}
