import type { OutgoingFile } from '#features/rooms/timeline.rules.ts';

/** Stored messages whose files are kept. */
const most = 20;
const unsent = new Map<string, readonly OutgoingFile[]>();
const sent = new Map<string, readonly OutgoingFile[]>();

/** Shows the files of a message that isn't stored yet. */
export function showFiles(clientId: string, files: readonly OutgoingFile[]): void {
  if (files.length > 0) unsent.set(clientId, files);
}

/** The files of a message that isn't stored yet, as this page shows them. */
export const shownFiles = (clientId: string): readonly OutgoingFile[] => unsent.get(clientId) ?? [];

/** A message isn't sent after all. */
export function dropFiles(clientId: string): void {
  for (const { url } of shownFiles(clientId)) URL.revokeObjectURL(url);
  unsent.delete(clientId);
}

/** Keeps the files of a message that's stored now: their sender needn't fetch them, or wait until they're processed. */
export function keepSentFiles(clientId: string): void {
  const files = shownFiles(clientId);
  unsent.delete(clientId);
  if (files.length > 0) sent.set(clientId, files);
  for (const [old, oldFiles] of [...sent].slice(0, -most)) {
    for (const { url } of oldFiles) URL.revokeObjectURL(url);
    sent.delete(old);
  }
}

/** A file that this page has sent with a message, by its place in it. */
export const sentFile = (clientId: string | undefined, index: number): OutgoingFile | undefined =>
  clientId === undefined ? undefined : (sent.get(clientId) ?? unsent.get(clientId))?.[index];
