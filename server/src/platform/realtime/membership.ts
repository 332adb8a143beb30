import type { SocketServer, UserSocket } from './handshake.ts';

/** Every socket is in the rooms of its person and its session from the start. */
const personPrefix = 'person:';
export const roomOfPerson = (userId: string) => personPrefix + userId;
/** @param room what `roomOfPerson` gave */
export const personOf = (room: string) => room.slice(personPrefix.length);
/** Those of a user's sockets that get direct messages whatever they've joined. */
export const roomOfDirect = (userId: string) => `direct:${userId}`;
export const sessionPrefix = 'session:';
export const roomOfSession = (tokenHash: Buffer) => sessionPrefix + tokenHash.toString('base64url');

/** Which sockets of this process are in which rooms. */
export interface Membership {
  /** Whether a socket is in one of these rooms. */
  isAnyIn(rooms: readonly string[]): boolean;
  /** Number of sockets in a room. */
  count(room: string): number;
  /** What follows a prefix in the names of the rooms that there are. */
  named(prefix: string): string[];
  /** The people who have a socket in a room. */
  usersIn(room: string): Set<string>;
  /** Takes these people out of a room; null: everybody. */
  leave(room: string, userIds: readonly string[] | null): void;
  /** Ends the sockets in a room, but for those that are also in another one. */
  endRoom(room: string, except: string | null): void;
  /** Ends the sockets of one session, or of all sessions of a person but one. Hashes of tokens in base64url. */
  endSessions(userId: string, session: string | null, except: string | null): void;
}

/** @param end closes the transport of a socket */
export function createMembership(io: SocketServer, end: (socket: UserSocket) => void): Membership {
  const { adapter, sockets } = io.of('/');
  const idsIn = (room: string) => [...(adapter.rooms.get(room) ?? [])];

  const endRoom: Membership['endRoom'] = (room, except) => {
    for (const id of idsIn(room)) {
      if (except !== null && adapter.sids.get(id)?.has(except)) continue;
      const socket = sockets.get(id);
      if (socket) end(socket);
      // One that's still being let in is removed as soon as it is, because it's no longer in any room.
      else adapter.delAll(id);
    }
  };

  return {
    isAnyIn: (rooms) => rooms.some((room) => adapter.rooms.has(room)),
    count: (room) => adapter.rooms.get(room)?.size ?? 0,
    named: (prefix) =>
      [...adapter.rooms.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
    usersIn: (room) => new Set(idsIn(room).flatMap((id) => sockets.get(id)?.data.userId ?? [])),
    leave(room, userIds) {
      io.local.in(userIds === null ? room : userIds.map(roomOfPerson)).socketsLeave(room);
    },
    endRoom,
    endSessions(userId, session, except) {
      endRoom(session === null ? roomOfPerson(userId) : sessionPrefix + session, except && sessionPrefix + except);
    },
  };
}
