import { useSyncExternalStore } from 'react';
import {
  type ChosenFile,
  type DraftFile,
  draftFilesOf,
  dropDraftFiles,
  nextId,
  setDraftFiles,
  subscribe,
} from '#features/rooms/chosen-files.ts';
import { draftName } from '#features/rooms/draft-names.ts';
import type { OutgoingFile } from '#features/rooms/timeline.rules.ts';
import { filesOf, followDraft, readDraft } from '#platform/drafts.ts';
import { lazyCode } from '#ui/late/late-code.ts';
import { toast } from '#ui/toast/toasts.ts';

/** How files are checked and prepared. */
const chooser = lazyCode(async () => await import('#features/rooms/choose-files.ts'), { whenIdle: true });

/** The files chosen for a chat; they're kept while another chat is open. */
export function useDraftFiles(roomId: string): readonly DraftFile[] {
  return useSyncExternalStore(subscribe, () => draftFilesOf(roomId));
}

/**
 * Adds files to a chat's message. They're added right away, unprepared, so that a message that's sent right away waits for them. `only`: what
 * else is chosen is refused.
 */
export async function chooseFiles(roomId: string, files: readonly File[], only?: 'pictures'): Promise<void> {
  if (files.length === 0) return;
  const added = files.map((file): ChosenFile => {
    const { name, type } = file;
    return { file, draft: { id: nextId(), name, type, ready: null } };
  });
  const drafts = added.map(({ draft }) => draft);
  setDraftFiles(roomId, [...draftFilesOf(roomId), ...drafts], false);
  await chooser.load();
  const code = chooser.state().value;
  if (code !== undefined) {
    await code.addFiles(roomId, added, only);
    return;
  }
  dropDraftFiles(roomId, drafts);
  toast.error("We couldn't attach this. Check your connection and try again.");
}

/** Restores the files chosen for a chat before a reload, and follows the choice in other tabs. Returns a function that stops this. */
export function followFiles(roomId: string): () => void {
  const name = draftName('image', roomId);
  let isOver = false;
  const show = async (value: unknown) => {
    const files = filesOf(value);
    if (files.length === 0 && draftFilesOf(roomId).length === 0) return;
    await chooser.load();
    if (!isOver) await chooser.state().value?.showFiles(roomId, files);
  };
  void readDraft(name).then((value) => {
    if (!isOver && draftFilesOf(roomId).length === 0) void show(value);
  });
  const stop = followDraft(name, (value) => void show(value));
  return () => {
    isOver = true;
    stop();
  };
}

/** Takes a file out of the message again. */
export function removeFile(roomId: string, id: number): void {
  const files = draftFilesOf(roomId);
  const ready = files.find((file) => file.id === id)?.ready;
  if (ready) URL.revokeObjectURL(ready.url);
  setDraftFiles(
    roomId,
    files.filter((file) => file.id !== id),
  );
}

/** Hands the chosen files over to a message; their URLs stay valid. */
export function takeFiles(roomId: string): OutgoingFile[] {
  const files = draftFilesOf(roomId).flatMap(({ ready }) => ready ?? []);
  setDraftFiles(roomId, []);
  return files;
}
