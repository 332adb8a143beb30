import type { Caller } from './client-events.ts';
import type { UserSocket } from './handshake.ts';
import { roomOfDirect } from './membership.ts';

/** What an event may do with its socket. @param number the event's number on this socket */
export const createCaller = (socket: UserSocket, number: number): Caller => ({
  userId: socket.data.userId,
  joinIf: (room, rule) => joinIf(socket, room, rule, () => void socket.join(room)),
  showIf: (room, rule) => joinIf(socket, room, rule, () => show(socket, number, room)),
  join: (room) => void (socket.connected && socket.join(room)),
  leave(room) {
    void socket.leave(room);
  },
  isIn: (room) => socket.rooms.has(room),
  keepLast(prefix, most) {
    const joined = [...socket.rooms].filter((room) => room.startsWith(prefix));
    for (const room of joined.slice(0, Math.max(0, joined.length - most))) void socket.leave(room);
  },
  takeDirect: () => takeDirect(socket, number, true),
});

async function joinIf(socket: UserSocket, room: string, rule: () => Promise<void>, join: () => void): Promise<void> {
  await rule();
  if (!socket.connected) return;
  join();
  try {
    await rule();
  } catch (error) {
    await socket.leave(room);
    throw error;
  }
}

function show(socket: UserSocket, number: number, room: string): void {
  const { shown, showsOne } = socket.data;
  const last = Math.max(0, ...shown.values());
  // An earlier join may finish after a later one.
  if (showsOne && number < last) return;
  void socket.join(room);
  shown.set(room, number);
  takeDirect(socket, number, false);
  if (showsOne) for (const other of [...shown.keys()]) if (other !== room) void socket.leave(other);
}

function takeDirect(socket: UserSocket, number: number, isWanted: boolean): void {
  const { data } = socket;
  // An earlier join may finish after a later one.
  if (data.isSorting || !socket.connected || number < data.decidedBy) return;
  data.decidedBy = number;
  const room = roomOfDirect(data.userId);
  void (isWanted ? socket.join(room) : socket.leave(room));
}

/** The events of older clients, which draw every arriving message into the room they show. */
const sentByDrawing = new Set(['joinConversation', 'joinChannel', 'sendMessage']);

/** Counts an event of a socket. @returns its number */
export function countEvent({ data }: UserSocket, name: string): number {
  if (!sentByDrawing.has(name)) data.showsOne = false;
  data.events += 1;
  return data.events;
}

/** A socket that has left the last room it showed, or lost it, gets direct messages again. */
export function stopShowing(socket: UserSocket, room: string): void {
  const { shown, isSorting, userId } = socket.data;
  if (shown.delete(room) && shown.size === 0 && !isSorting && socket.connected) void socket.join(roomOfDirect(userId));
}
