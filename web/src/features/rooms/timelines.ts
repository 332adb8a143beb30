import { useEffect } from 'react';
import type { ActAnswer } from '#features/rooms/acts.rules.ts';
import { reportRefused, stopComposing } from '#features/rooms/composing.ts';
import { draftName } from '#features/rooms/draft-names.ts';
import { queuedActOf, queuedActsIn } from '#features/rooms/messages.data.ts';
import { discard, messageIn, outgoingIn } from '#features/rooms/outgoing.ts';
import { keepSentFiles } from '#features/rooms/sent-files.ts';
import { forgetMessages, hideStored, readableOffline, storeMessages } from '#features/rooms/stored-messages.ts';
import { createTimeline, type Room, type Timeline } from '#features/rooms/timeline.ts';
import { writeDraft } from '#platform/drafts.ts';
import { onRoomNews, watchRoom } from '#platform/live-checks.ts';
import { deliverQueue, showQueue, subscribeToAnswers, subscribeToWrites } from '#platform/outbox.ts';
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
import { useStore } from '#platform/store.ts';

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

function showOutgoing(timeline: Timeline): void {
  const { id } = timeline.room;
  timeline.outgoing(outgoingIn(id));
  timeline.kept(queuedActsIn(id));
}

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
  subscribeToWrites(() => all(showOutgoing));
  subscribeToAnswers((write, answer) => {
    const act = queuedActOf(write);
    if (act !== undefined) kept.get(act.roomId)?.timeline.answered(act.act, answer as ActAnswer);
    if (act !== undefined || write.queue === undefined) return;
    keepSentFiles(write.clientId);
    const message = messageIn(answer);
    kept.get(message.conversation)?.timeline.stored(message);
  });
}

function keep(room: Room): Kept {
  start();
  owner();
  const known = kept.get(room.id);
  if (known !== undefined) return known;
  const timeline = createTimeline(readableOffline(room), {
    onMessages: (page) => storeMessages(room.id, page),
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
  showOutgoing(timeline);
  return made;
}

/** A chat's timeline: shared by everything that uses it while this person is signed in. */
export function timelineOf(room: Room): Timeline {
  return keep(room).timeline;
}

/** Forgets a chat that was deleted or closed to this person, including its drafts. */
export function forgetRoom(roomId: string): void {
  kept.get(roomId)?.release?.();
  kept.delete(roomId);
  for (const { clientId } of outgoingIn(roomId)) discard(roomId, clientId);
  forgetMessages(roomId);
  writeDraft(draftName('message', roomId), '');
  writeDraft(draftName('image', roomId), []);
  stopComposing(roomId);
}

function follow({ id, join, leave }: Room, { joined, lost }: Timeline): () => void {
  const onJoined = () => {
    joined();
    // The server is back.
    void deliverQueue(id);
  };
  const listener = { onJoined, onLost: lost };
  return join === undefined ? holdConnection(listener) : holdRoom({ id, join, ...(leave && { leave }) }, listener);
}

function use(room: Room): () => void {
  const one = keep(room);
  one.users += 1;
  if (one.users === 1) {
    openSocket();
    one.timeline.open();
    const stops = [
      showQueue(room.id),
      follow(room, one.timeline),
      watchRoom({ id: room.id, known: one.timeline.known }),
    ];
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
  const state = useStore(timeline);
  return { timeline, state };
}
