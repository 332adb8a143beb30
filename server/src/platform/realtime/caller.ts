import type { Caller } from './client-events.ts';
import type { UserSocket } from './handshake.ts';
import { roomOfDirect } from './membership.ts';

/** What an event may do with its socket. @param place the event's number on this socket */
export const createCaller = (socket: UserSocket, place: number): Caller => ({
  userId: socket.data.userId,
  async joinIf(room, rule) {
    await rule();
    if (!socket.connected) return;
    await socket.join(room);
    try {
      await rule();
    } catch (error) {
      await socket.leave(room);
      throw error;
    }
  },
  join: (room) => void (socket.connected && socket.join(room)),
  leave(room) {
    void socket.leave(room);
  },
  isIn: (room) => socket.rooms.has(room),
  takeDirect(isWanted) {
    const { data } = socket;
    // An earlier join may finish after a later one.
    if (data.isSorting || !socket.connected || place < data.decidedBy) return;
    data.decidedBy = place;
    const room = roomOfDirect(data.userId);
    void (isWanted ? socket.join(room) : socket.leave(room));
  },
});
