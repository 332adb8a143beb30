import { useEffect, useSyncExternalStore } from 'react';
import { reportRefused, stopComposing } from '#features/messages/composing.ts';
import { draftName } from '#features/messages/draft-names.ts';
import { forgetOutbox, hasOutbox, isRestored, readOutbox, writeOutbox } from '#features/messages/outbox.ts';
import { keepSentFiles } from '#features/messages/sent-files.ts';
import { forgetMessages, hideStored, readableOffline, storeMessages } from '#features/messages/stored-messages.ts';
import { createTimeline, type Room, type Timeline } from '#features/messages/timeline.ts';
import { writeDraft } from '#platform/drafts.ts';
import { onRoomNews, watchRoom } from '#platform/live-checks.ts';
import { onUserChange, storedUser } from '#platform/session.ts';
import {
  connection,
  dropConnection,
  holdConnection,
  holdRoom,
  onResync,
  onServerEvent,
  openSocket,
} from '#platform/socket.ts';

interface Kept {
  timeline: Timeline;
  users: number;
  release: (() => void) | undefined;
}

const kept = new Map<string, Kept>();
const owner = onUserChange(() => {
  for (const { release } of kept.values()) release?.();
  kept.clear();
});
let started = false;

function start(): void {
  if (started) return;
  started = true;
  onServerEvent('receiveMessage', (message) => kept.get(message.conversation)?.timeline.receive(message));
  onServerEvent('messageChanged', ({ change, ...message }) => {
    const own = change.username !== undefined && change.username === storedUser()?.username;
    kept.get(message.conversation)?.timeline.changed({ message, change, own });
  });
  const all = (action: (timeline: Timeline) => void) => {
    for (const { timeline } of kept.values()) action(timeline);
  };
  onServerEvent('accountDeleted', ({ user_id }) => all((timeline) => timeline.deleted(user_id)));
  onResync(() => all((timeline) => timeline.doubt()));
  onRoomNews((id) => kept.get(id)?.timeline.doubt());
  window.addEventListener('offline', () => all((timeline) => timeline.offline()));
  window.addEventListener('online', () => all((timeline) => timeline.online()));
}

function keep(room: Room): Kept {
  start();
  owner();
  const known = kept.get(room.id);
  if (known !== undefined) return known;
  const { texts, rest } = readOutbox(room.id);
  const timeline = createTimeline(readableOffline(room), {
    restored: texts,
    onMessages: (page) => storeMessages(room.id, page),
    onOutgoing: (outgoing, before) => {
      keepSentFiles(before, outgoing);
      writeOutbox(room.id, outgoing, before);
    },
    onUndelivered: () => {
      if (connection() === 'online') dropConnection();
    },
    onRefused: (act, failure) => {
      const message = timeline.state().messages.find(({ _id }) => _id === act.messageId);
      reportRefused(act, failure, message);
    },
  });
  const made: Kept = { timeline, users: 0, release: undefined };
  kept.set(room.id, made);
  void rest?.then((drafts) => {
    // Somebody else has logged in, or the chat was closed to this person.
    if (kept.get(room.id) !== made) return;
    isRestored(room.id);
    timeline.restore(drafts);
    // Those that turned out to be stored by now aren't in the list, and nothing of them needs to be kept.
    writeOutbox(room.id, timeline.state().outgoing, drafts);
  });
  return made;
}

/** A chat's timeline: shared by everything that uses it while this person is signed in. */
export function timelineOf(room: Room): Timeline {
  return keep(room).timeline;
}

/** Sends a chat's messages left over from before a reload, without loading the chat. */
export function resumeOutbox(room: Room): void {
  if (hasOutbox(room.id)) timelineOf(room).online();
}

/** Forgets a chat that was deleted or closed to this person, including its drafts. */
export function forgetRoom(roomId: string): void {
  kept.get(roomId)?.release?.();
  kept.delete(roomId);
  forgetOutbox(roomId);
  forgetMessages(roomId);
  writeDraft(draftName('message', roomId), '');
  writeDraft(draftName('image', roomId), []);
  stopComposing(roomId);
}

function follow({ id, join, leave }: Room, { joined, lost }: Timeline): () => void {
  const listener = { onJoined: joined, onLost: lost };
  return join === undefined ? holdConnection(listener) : holdRoom({ id, join, ...(leave && { leave }) }, listener);
}

function use(room: Room): () => void {
  const one = keep(room);
  one.users += 1;
  if (one.users === 1) {
    openSocket();
    one.timeline.open();
    const stops = [follow(room, one.timeline), watchRoom({ id: room.id, known: one.timeline.known })];
    one.release = () => {
      for (const stop of stops) stop();
    };
  }
  return () => {
    one.users -= 1;
    if (one.users > 0) return;
    one.release?.();
    one.release = undefined;
    one.timeline.close();
    hideStored(room.id);
  };
}

/** A chat's timeline, updated live while the component is mounted. `room` must be the same object, or have the same id. */
export function useTimeline(room: Room) {
  const timeline = timelineOf(room);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another timeline is another room
  useEffect(() => use(room), [timeline]);
  const state = useSyncExternalStore(timeline.subscribe, timeline.state);
  return { timeline, state };
}
