import { setRoomNotify } from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import type { RoomNotify } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { useChange } from '#platform/change.ts';
import { callQueued } from '#platform/outbox.ts';

/** How much of a room to be notified of, and until when. */
interface Choice {
  notify: RoomNotify;
  until: string | null;
}

/**
 * Chooses how much of a conversation or channel the person is notified of. The dialog says itself what went wrong.
 * @param onChosen the choice is stored, or waits for the connection
 */
export function useSetRoomNotify(roomId: string, onChosen: (notify: RoomNotify) => void) {
  return useChange({
    mutationFn: async (body: Choice) =>
      (await callQueued(setRoomNotify, { params: { room_id: roomId }, body }, 'Notifications of a chat')).notify,
    onSuccess: onChosen,
    onWaiting: ({ notify }) => onChosen(notify),
    fails: 'here',
  });
}
