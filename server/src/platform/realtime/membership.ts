import type { SocketServer, UserSocket } from './handshake.ts';

/** Every socket joins its person's and its session's room when it connects. */
export const personPrefix = 'person:';
export const roomOfPerson = (userId: string) => personPrefix + userId;
/** The room that every socket joins when it connects. */
export const roomOfEverybody = 'everybody';
/** @param room a result of `roomOfPerson` */
export const personOf = (room: string) => room.slice(personPrefix.length);
/** Those of a user's sockets that get direct messages whatever they've joined. */
export const directPrefix = 'direct:';
/** Those of a user's sockets that know groups. */
export const groupsPrefix = 'groups:';
export const roomOfGroups = (userId: string) => groupsPrefix + userId;
export const roomOfDirect = (userId: string) => directPrefix + userId;
export const sessionPrefix = 'session:';
export const roomOfSession = (tokenHash: Buffer) => sessionPrefix + tokenHash.toString('base64url');

/** Which of this process's sockets are in which rooms. */
export interface Membership {
  /** Whether any socket is in one of these rooms. */
  isAnyIn(rooms: readonly string[]): boolean;
  /** Number of sockets in a room. */
  count(room: string): number;
  /** The existing rooms' names that start with a prefix, without the prefix. */
  named(prefix: string): string[];
  /** The people with a socket in a room. */
  usersIn(room: string): Set<string>;
  /** Removes these people from a room; null: everyone. */
  leave(room: string, userIds: readonly string[] | null): void;
  /** Disconnects the sockets in a room, except those that are also in another one. */
  endRoom(room: string, except: string | null): void;
  /** Registers what to do about rooms with a prefix, named without it, whose sockets `endRoom` has closed. */
  onEnded(prefix: string, act: (ids: readonly string[]) => void): void;
  /** Disconnects the sockets of one session, or of all of a person's sessions but one. Token hashes are in base64url. */
  endSessions(userId: string, session: string | null, except: string | null): void;
}

/** @param end closes the transport of a socket */
export function createMembership(io: SocketServer, end: (socket: UserSocket) => void): Membership {
  const { adapter, sockets } = io.of('/');
  const idsIn = (room: string) => [...(adapter.rooms.get(room) ?? [])];

  const endings = new Map<string, (ids: readonly string[]) => void>();
  const startingWith = (names: Iterable<string>, prefix: string) =>
    [...names].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));

  const endRoom: Membership['endRoom'] = (room, except) => {
    const left = new Set<string>();
    for (const id of idsIn(room)) {
      if (except !== null && adapter.sids.get(id)?.has(except)) continue;
      for (const other of adapter.sids.get(id) ?? []) left.add(other);
      const socket = sockets.get(id);
      if (socket) end(socket);
      // A socket that's still joining is removed as soon as it has joined, because it's no longer in any room.
      else adapter.delAll(id);
    }
    for (const [prefix, act] of endings) {
      const ids = startingWith(left, prefix);
      if (ids.length > 0) act(ids);
    }
  };

  return {
    isAnyIn: (rooms) => rooms.some((room) => adapter.rooms.has(room)),
    count: (room) => adapter.rooms.get(room)?.size ?? 0,
    named: (prefix) => startingWith(adapter.rooms.keys(), prefix),
    onEnded: (prefix, act) => void endings.set(prefix, act),
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
