import { useEffect, useSyncExternalStore } from 'react';
import { reportRefused, stopComposing } from '#features/messages/composing.ts';
import { draftName } from '#features/messages/draft-names.ts';
import { keepSentFiles } from '#features/messages/sent-files.ts';
import type { Outgoing } from '#features/messages/timeline.rules.ts';
import { createTimeline, type Room, type Timeline } from '#features/messages/timeline.ts';
import { writeDraft } from '#platform/drafts.ts';
import { onUserChange, storedUser } from '#platform/session.ts';
import { dropConnection, holdConnection, holdRoom, onResync, onServerEvent, openSocket } from '#platform/socket.ts';
import { readTabDraft, writeTabDraft } from '#platform/tab-drafts.ts';

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

/**
 * The name under which unsent messages are kept in the tab that sends them. It's per person, because both members of a conversation
 * share its id.
 */
function outboxName(roomId: string): string {
  return `outbox:${owner() ?? ''}:${roomId}`;
}

function isOutgoing(value: unknown): value is Outgoing {
  return (
    typeof value === 'object' &&
    value !== null &&
    'clientId' in value &&
    'text' in value &&
    typeof value.text === 'string'
  );
}

/** A chat's unsent texts from before a reload; sending resumes as if nothing had happened. */
function readOutbox(roomId: string): Outgoing[] {
  try {
    const value: unknown = JSON.parse(readTabDraft(outboxName(roomId)) ?? '[]');
    // A version before this one kept no list of files.
    return Array.isArray(value) ? value.filter(isOutgoing).map((draft) => ({ ...draft, files: [] })) : [];
  } catch {
    return [];
  }
}

/** Texts survive a reload. Files live only as long as the page, but their text is kept. */
function writeOutbox(roomId: string, outgoing: readonly Outgoing[]): void {
  const texts = outgoing.filter(({ text }) => text.trim() !== '').map((draft) => ({ ...draft, files: [] }));
  writeTabDraft(outboxName(roomId), texts.length === 0 ? '' : JSON.stringify(texts));
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
  window.addEventListener('offline', () => all((timeline) => timeline.offline()));
  window.addEventListener('online', () => all((timeline) => timeline.online()));
}

function keep(room: Room): Kept {
  start();
  owner();
  const known = kept.get(room.id);
  if (known !== undefined) return known;
  const timeline = createTimeline(room, {
    restored: readOutbox(room.id),
    onOutgoing: (outgoing, before) => {
      keepSentFiles(before, outgoing);
      writeOutbox(room.id, outgoing);
    },
    onUndelivered: dropConnection,
    onRefused: (act, failure) => {
      const message = timeline.state().messages.find(({ _id }) => _id === act.messageId);
      reportRefused(act, failure, message);
    },
  });
  const made: Kept = { timeline, users: 0, release: undefined };
  kept.set(room.id, made);
  return made;
}

/** A chat's timeline: shared by everything that uses it while this person is signed in. */
export function timelineOf(room: Room): Timeline {
  return keep(room).timeline;
}

/** Sends a chat's messages left over from before a reload, without loading the chat. */
export function resumeOutbox(room: Room): void {
  if (readTabDraft(outboxName(room.id)) !== null) timelineOf(room).online();
}

/** Forgets a chat that was deleted or closed to this person, including its drafts. */
export function forgetRoom(roomId: string): void {
  kept.get(roomId)?.release?.();
  kept.delete(roomId);
  writeTabDraft(outboxName(roomId), '');
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
    one.release = follow(room, one.timeline);
  }
  return () => {
    one.users -= 1;
    if (one.users > 0) return;
    one.release?.();
    one.release = undefined;
    one.timeline.close();
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
