import { limits, uploadLimits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { loadPrepareMedia } from '#features/posts/public.ts';
import { pickFiles } from '#features/rooms/choose-files.rules.ts';
import {
  type ChosenFile,
  type DraftFile,
  draftFilesOf,
  dropDraftFiles,
  nextId,
  setDraftFiles,
} from '#features/rooms/chosen-files.ts';
import { kindOfFile } from '#features/rooms/file-boxes.rules.ts';
import type { OutgoingFile } from '#features/rooms/timeline.rules.ts';
import { logError } from '#platform/log.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
import { isPictureFile } from '#ui/picture-files.rules.ts';

interface Size {
  width: number;
  height: number;
}

async function pictureSize(file: File): Promise<Size | undefined> {
  const { width, height, close } = await createImageBitmap(file).then((bitmap) => ({
    width: bitmap.width,
    height: bitmap.height,
    close: () => bitmap.close(),
  }));
  close();
  return { width, height };
}

/** How long a video may take to say how large it is. */
const patience = 4_000;

function videoSize(url: string): Promise<Size | undefined> {
  return new Promise((resolve) => {
    const video = document.createElement('video');
    const done = () => {
      clearTimeout(timer);
      const { videoWidth: width, videoHeight: height } = video;
      video.removeAttribute('src');
      resolve(width > 0 ? { width, height } : undefined);
    };
    const timer = setTimeout(done, patience);
    video.onloadedmetadata = done;
    video.onerror = done;
    video.preload = 'metadata';
    video.src = url;
  });
}

async function sizeOf(file: File, url: string): Promise<Size | undefined> {
  const kind = kindOfFile(file);
  try {
    if (kind === 'image') return await pictureSize(file);
    return kind === 'video' ? await videoSize(url) : undefined;
  } catch {
    // The browser can't decode it; the server decides whether it can.
    return undefined;
  }
}

/** A file as a message has it. */
export async function outgoingFile(file: File, id = nextId()): Promise<OutgoingFile> {
  const url = URL.createObjectURL(file);
  return { id, file, name: file.name, type: file.type, url, ...(await sizeOf(file, url)) };
}

/** As a JPEG, an animation would freeze. */
const keepsItsType = (file: File) => file.type === 'image/gif' || !isPictureFile(file);

async function prepare(file: File): Promise<File> {
  if (keepsItsType(file)) return file;
  try {
    const { prepareMedia } = await loadPrepareMedia();
    const [prepared = file] = await prepareMedia([file], () => undefined);
    return prepared;
  } catch (error) {
    logError("Couldn't prepare a picture", error);
    return file;
  }
}

const changed = (files: readonly DraftFile[], id: number, ready: OutgoingFile) =>
  files.map((file) => (file.id === id ? { ...file, name: ready.name, type: ready.type, ready } : file));

/**
 * Prepares files that were just added to a chat's message; pictures are scaled down like a post's. What can't be added is named
 * in an alert and taken out, and everything else stays.
 */
export async function addFiles(roomId: string, given: readonly ChosenFile[], only?: 'pictures'): Promise<void> {
  const all = draftFilesOf(roomId);
  const isThere = ({ draft }: ChosenFile) => draftFilesOf(roomId).some(({ id }) => id === draft.id);
  const added = given.filter(isThere);
  const drop = (dropped: readonly ChosenFile[]) =>
    dropDraftFiles(
      roomId,
      dropped.map(({ draft }) => draft),
    );
  if (only === 'pictures' && added.some(({ file }) => !isPictureFile(file))) {
    drop(added);
    await showAlert(messages.imageOnly);
    return;
  }
  const before = all.findIndex(({ id }) => id === added[0]?.draft.id);
  const files = added.map(({ file }) => file);
  const picked = pickFiles(before, files, { most: limits.message.files, bytes: uploadLimits.attachment });
  drop(added.filter(({ file }) => !picked.accepted.includes(file)));
  if (picked.alert !== undefined) void showAlert(picked.alert);
  for (const one of added.filter(({ file }) => picked.accepted.includes(file))) {
    const ready = await outgoingFile(await prepare(one.file), one.draft.id);
    // Removed meanwhile.
    if (isThere(one)) setDraftFiles(roomId, changed(draftFilesOf(roomId), one.draft.id, ready));
    else URL.revokeObjectURL(ready.url);
  }
}

/** Shows the files that were chosen before a reload, or in another tab. */
export async function showFiles(roomId: string, files: readonly File[]): Promise<void> {
  const before = draftFilesOf(roomId);
  const shown = await Promise.all(files.map((file) => outgoingFile(file)));
  if (draftFilesOf(roomId) !== before) return;
  setDraftFiles(
    roomId,
    shown.map((ready) => ({ id: ready.id, name: ready.name, type: ready.type, ready })),
    false,
  );
}
