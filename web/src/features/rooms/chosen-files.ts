import { draftName } from '#features/rooms/draft-names.ts';
import type { OutgoingFile } from '#features/rooms/timeline.rules.ts';
import { writeDraft } from '#platform/drafts.ts';
import { createListeners } from '#platform/listeners.ts';
import { onUserChange } from '#platform/session.ts';

/** A file chosen for a chat: still being prepared, or ready to send. */
export interface DraftFile {
  /** Unique, and the same throughout. */
  id: number;
  name: string;
  type: string;
  ready: OutgoingFile | null;
}

/** A file as it was chosen, and what it is in the message. */
export interface ChosenFile {
  file: File;
  draft: DraftFile;
}

let count = 0;
/** An id for a chosen file. */
export function nextId(): number {
  count += 1;
  return count;
}

const none: readonly DraftFile[] = [];
const chosen = new Map<string, readonly DraftFile[]>();
const listeners = createListeners();
/** Files that one person chose must not carry over to the next. */
const owner = onUserChange(() => chosen.clear());

/** The files chosen for a chat so far. */
export function draftFilesOf(roomId: string): readonly DraftFile[] {
  owner();
  return chosen.get(roomId) ?? none;
}

/** Replaces the files chosen for a chat. `keep`: those that are ready survive a reload, and other tabs get them. */
export function setDraftFiles(roomId: string, files: readonly DraftFile[], keep = true): void {
  owner();
  if (files.length === 0) chosen.delete(roomId);
  else chosen.set(roomId, files);
  listeners.notify();
  const ready = files.flatMap((file) => (file.ready === null ? [] : file.ready.file));
  if (keep) writeDraft(draftName('image', roomId), ready);
}

/** Takes some of the chosen files out again. */
export function dropDraftFiles(roomId: string, dropped: readonly DraftFile[]): void {
  const ids = new Set(dropped.map(({ id }) => id));
  setDraftFiles(
    roomId,
    draftFilesOf(roomId).filter(({ id }) => !ids.has(id)),
    false,
  );
}

/** Calls back when the files chosen for any chat have changed. Returns the unsubscribe function. */
export const { subscribe } = listeners;
