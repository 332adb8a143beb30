import { messages } from '@hubbub/contract/platform/messages.ts';
import { useSyncExternalStore } from 'react';
import type { OutgoingImage } from '#features/messages/timeline.rules.ts';
import { draftName } from '#features/messages/timelines.ts';
import { loadPrepareMedia } from '#features/posts/public.ts';
import { filesOf, followDraft, readDraft, writeDraft } from '#platform/drafts.ts';
import { logError } from '#platform/log.ts';
import { followUser } from '#platform/session.ts';
import { showAlert } from '#ui/alerts/alerts.ts';

/** A picture that is chosen for a room: being prepared, or ready to go. `choice` is the same before and after, and no other's. */
export type DraftImage = { choice: number } & ({ ready: false } | { ready: true; image: OutgoingImage });

let choices = 0;
function nextChoice(): number {
  choices += 1;
  return choices;
}

const chosen = new Map<string, DraftImage>();
const listeners = new Set<() => void>();
/** A picture that one person chose isn't for the next. */
const owner = followUser(() => chosen.clear());

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

/** The picture that is chosen for a room; it waits there while another room is open. */
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
    // The browser cannot draw it; the server decides whether it can.
    return { width: 0, height: 0 };
  }
}

async function imageOf(file: File): Promise<OutgoingImage> {
  return { file, url: URL.createObjectURL(file), ...(await sizeOf(file)) };
}

/** What moves would stand still as a JPEG. */
const keepsItsType = (file: File) => file.type === 'image/gif';

/**
 * Section 5: chooses the first of some files for a room, scaled down as pictures of posts are. What is not a picture is refused
 * with an alert.
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
    logError('A picture could not be prepared', error);
  }
  const image = await imageOf(prepared);
  // Cancelled, or replaced by another.
  if (chosen.get(roomId) !== preparing) return;
  set(roomId, { choice, ready: true, image });
  writeDraft(draftName('image', roomId), [prepared]);
}

/** Shows the picture that was chosen for a room before the page was loaded, and the one that is chosen in another tab. Returns what stops it. */
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

/** Takes the chosen picture back. */
export function removeImage(roomId: string): void {
  const known = chosen.get(roomId);
  if (known?.ready) URL.revokeObjectURL(known.image.url);
  forget(roomId);
}

function forget(roomId: string): void {
  set(roomId, undefined);
  writeDraft(draftName('image', roomId), []);
}

/** Hands the chosen picture over to a message; its address stays good. */
export function takeImage(roomId: string): OutgoingImage | null {
  const known = chosen.get(roomId);
  forget(roomId);
  return known?.ready ? known.image : null;
}
