import { messages } from '@hubbub/contract/platform/messages.ts';
import { useSyncExternalStore } from 'react';
import { draftName } from '#features/messages/draft-names.ts';
import type { OutgoingImage } from '#features/messages/timeline.rules.ts';
import { loadPrepareMedia } from '#features/posts/public.ts';
import { filesOf, followDraft, readDraft, writeDraft } from '#platform/drafts.ts';
import { logError } from '#platform/log.ts';
import { onUserChange } from '#platform/session.ts';
import { showAlert } from '#ui/alerts/alerts.ts';

/** A picture chosen for a chat: being prepared, or ready to send. `choice` stays the same throughout and is unique. */
export type DraftImage = { choice: number } & ({ ready: false } | { ready: true; image: OutgoingImage });

let choices = 0;
function nextChoice(): number {
  choices += 1;
  return choices;
}

const chosen = new Map<string, DraftImage>();
const listeners = new Set<() => void>();
/** A picture that one person chose must not carry over to the next. */
const owner = onUserChange(() => chosen.clear());

function set(roomId: string, next: DraftImage | undefined): void {
  owner();
  if (next === undefined) chosen.delete(roomId);
  else chosen.set(roomId, next);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The picture chosen for a chat; it's kept while another chat is open. */
export function useDraftImage(roomId: string): DraftImage | undefined {
  return useSyncExternalStore(subscribe, () => chosen.get(roomId));
}

async function sizeOf(file: File): Promise<{ width: number; height: number }> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    // The browser can't decode it; the server decides whether it can.
    return { width: 0, height: 0 };
  }
}

async function imageOf(file: File): Promise<OutgoingImage> {
  return { file, url: URL.createObjectURL(file), ...(await sizeOf(file)) };
}

/** As a JPEG, an animation would freeze. */
const keepsItsType = (file: File) => file.type === 'image/gif';

/**
 * Section 5: takes the first of some files for a chat and scales it down like a post's pictures. Anything that isn't a picture is
 * refused with an alert.
 */
export async function chooseImage(roomId: string, files: readonly File[]): Promise<void> {
  const [file] = files;
  if (file === undefined) return;
  if (!file.type.startsWith('image/')) {
    await showAlert(messages.imageOnly);
    return;
  }
  removeImage(roomId);
  const choice = nextChoice();
  const preparing: DraftImage = { choice, ready: false };
  set(roomId, preparing);
  let prepared = file;
  try {
    const { prepareMedia } = await loadPrepareMedia();
    if (!keepsItsType(file)) [prepared = file] = await prepareMedia([file], () => undefined);
  } catch (error) {
    logError("Couldn't prepare a picture", error);
  }
  const image = await imageOf(prepared);
  // Canceled, or replaced by another.
  if (chosen.get(roomId) !== preparing) return;
  set(roomId, { choice, ready: true, image });
  writeDraft(draftName('image', roomId), [prepared]);
}

/** Restores the picture chosen for a chat before a reload, and follows the choice in other tabs. Returns a function that stops this. */
export function followImage(roomId: string): () => void {
  const name = draftName('image', roomId);
  let current = 0;
  const show = async ([file]: readonly File[]) => {
    current += 1;
    const asked = current;
    const before = chosen.get(roomId);
    const image = file && (await imageOf(file));
    if (asked !== current || chosen.get(roomId) !== before) return;
    set(roomId, image && { choice: nextChoice(), ready: true, image });
  };
  void readDraft(name).then((value) => {
    if (current === 0 && !chosen.has(roomId)) void show(filesOf(value));
  });
  const stop = followDraft(name, (value) => void show(filesOf(value)));
  return () => {
    current = Number.POSITIVE_INFINITY;
    stop();
  };
}

/** Removes the chosen picture. */
export function removeImage(roomId: string): void {
  const known = chosen.get(roomId);
  if (known?.ready) URL.revokeObjectURL(known.image.url);
  forget(roomId);
}

function forget(roomId: string): void {
  set(roomId, undefined);
  writeDraft(draftName('image', roomId), []);
}

/** Hands the chosen picture over to a message; its URL stays valid. */
export function takeImage(roomId: string): OutgoingImage | null {
  const known = chosen.get(roomId);
  forget(roomId);
  return known?.ready ? known.image : null;
}
