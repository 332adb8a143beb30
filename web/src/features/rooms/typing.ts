import { useEffect, useSyncExternalStore } from 'react';
import { stillWriting, type Writers, withoutWriter, withWriter } from '#features/rooms/typing.rules.ts';
import { createListeners } from '#platform/listeners.ts';
import { onUserChange } from '#platform/session.ts';
import { onServerEvent, tell } from '#platform/socket.ts';

/** Milliseconds between two announcements: the server passes on one in three seconds. */
const pauseMs = 3_000;

const nobody: Writers = new Map();
let rooms: ReadonlyMap<string, Writers> = new Map();
const listeners = createListeners();
let timer: ReturnType<typeof setTimeout> | undefined;
let saidAt: { room: string; at: number } | undefined;

function setWriters(room: string, next: Writers): void {
  if ((rooms.get(room) ?? nobody) === next) return;
  const changed = new Map(rooms);
  if (next.size === 0) changed.delete(room);
  else changed.set(room, next);
  rooms = changed;
  listeners.notify();
}

/** Looks again when the first of them may have stopped. */
function schedule(): void {
  clearTimeout(timer);
  const ends = [...rooms.values()].flatMap((writers) => [...writers.values()]);
  if (ends.length === 0) return;
  timer = setTimeout(
    () => {
      for (const [room, writers] of rooms) setWriters(room, stillWriting(writers, Date.now()));
      schedule();
    },
    Math.max(0, Math.min(...ends) - Date.now()),
  );
}

const currentUser = onUserChange(() => {
  rooms = new Map();
  saidAt = undefined;
});

let isFollowing = false;
function follow(): void {
  currentUser();
  if (isFollowing) return;
  isFollowing = true;
  onServerEvent('typing', ({ conversation, username }) => {
    setWriters(conversation, withWriter(rooms.get(conversation) ?? nobody, username, Date.now()));
    schedule();
  });
  onServerEvent('receiveMessage', ({ conversation, sender }) =>
    setWriters(conversation, withoutWriter(rooms.get(conversation) ?? nobody, sender.username)),
  );
}

/** Those who are writing in a room. */
export function useWriters(room: string): Writers {
  useEffect(follow, []);
  return useSyncExternalStore(listeners.subscribe, () => rooms.get(room) ?? nobody);
}

/** The person has changed what they're writing in a room. */
export function sayWriting(room: string): void {
  if (saidAt?.room === room && Date.now() - saidAt.at < pauseMs) return;
  if (tell('typing', room)) saidAt = { room, at: Date.now() };
}
