import { draftName } from '#features/messages/draft-names.ts';
import type { OutgoingFile } from '#features/messages/timeline.rules.ts';
import { writeDraft } from '#platform/drafts.ts';
import { onUserChange } from '#platform/session.ts';

/** A file chosen for a chat: still being prepared, or ready to send. */
export interface DraftFile {
  /** Unique, and the same throughout. */
  id: number;
  name: string;
  type: string;
  ready: OutgoingFile | null;
}

const none: readonly DraftFile[] = [];
const chosen = new Map<string, readonly DraftFile[]>();
const listeners = new Set<() => void>();
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
  for (const listener of listeners) listener();
  const ready = files.flatMap((file) => (file.ready === null ? [] : file.ready.file));
  if (keep) writeDraft(draftName('image', roomId), ready);
}

/** Calls back when the files chosen for any chat have changed. Returns the unsubscribe function. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
