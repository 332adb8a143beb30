import type { Message, RepliedMessage } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { formFiles } from '#features/rooms/form-files.ts';
import { dropFiles, showFiles, shownFiles } from '#features/rooms/sent-files.ts';
import type { Outgoing, OutgoingFile } from '#features/rooms/timeline.rules.ts';
import type { Room } from '#features/rooms/timeline.ts';
import type { AnyInput } from '#platform/api-client.ts';
import { newId } from '#platform/ids.ts';
import {
  append,
  changeAppended,
  contentOf,
  drop,
  filesOf,
  progressOf,
  type QueuedWrite,
  sendAgain,
  writesIn,
} from '#platform/outbox.ts';

/** Messages in the outbox: each room is a queue of its own. */

/** What's written, as a person sees it. */
interface Written {
  roomId: string;
  text: string;
  files: readonly OutgoingFile[];
  replyTo?: RepliedMessage | undefined;
}

/** What the outbox stores of a message besides its call. */
interface Shown extends Pick<Written, 'replyTo'> {
  sizes: readonly Pick<OutgoingFile, 'width' | 'height'>[];
}

function inputOf(clientId: string, { roomId, text, files, replyTo }: Written): AnyInput {
  const fields = {
    conversation: roomId,
    content: text,
    client_id: clientId,
    ...(replyTo && { reply_to: replyTo._id }),
  };
  return files.length === 0 ? { body: fields } : { form: { ...fields, ...formFiles(files.map(({ file }) => file)) } };
}

const sizesOf = (files: readonly OutgoingFile[]): Shown['sizes'] =>
  files.map(({ width, height }) => ({ width, height }));

/** Sends a message after those before it, and shows it right away. */
export function sendMessage(
  { id, endpoint }: Room,
  text: string,
  files: readonly OutgoingFile[],
  replyTo?: RepliedMessage,
): void {
  const clientId = newId();
  showFiles(clientId, files);
  const input = inputOf(clientId, { roomId: id, text, files, replyTo });
  const shown: Shown = { replyTo, sizes: sizesOf(files) };
  append({ endpoint, input, queue: id, clientId, what: 'Your message', shown });
}

/** A message's files, which may be from before the browser was closed. Files that are chosen now have positive ids. */
function outgoingFilesOf(write: QueuedWrite, sizes: Shown['sizes']): readonly OutgoingFile[] {
  const known = shownFiles(write.clientId);
  const files = filesOf(write);
  const found = files.map((file, index) => {
    // After a reload, the browser gives back other objects each time.
    const same = known.find((one) => one.file === file) ?? (known.length === files.length ? known[index] : undefined);
    const { name, type } = file;
    return same ?? { id: -1 - index, file, name, type, url: URL.createObjectURL(file), ...sizes[index] };
  });
  showFiles(write.clientId, found);
  return found;
}

function outgoingOf(write: QueuedWrite): Outgoing {
  const { replyTo, sizes } = write.shown as Shown;
  const text = contentOf(write) ?? '';
  const percent = progressOf(write.clientId);
  const unrefused = percent !== undefined || write.heldUntil > 0 ? 'sending' : 'waiting';
  const sent = { clientId: write.clientId, text, files: outgoingFilesOf(write, sizes), ...(replyTo && { replyTo }) };
  return {
    ...sent,
    createdAt: new Date(write.at).toISOString(),
    status: write.refusal === undefined ? unrefused : 'failed',
    error: write.refusal ?? null,
    percent: percent ?? null,
  };
}

/** A room's messages that aren't stored yet, in order. */
export const outgoingIn = (roomId: string): readonly Outgoing[] => writesIn(roomId).map(outgoingOf);

/** The message in the answer to its call. */
export const messageIn = (answer: unknown): Message => (answer as { message: Message }).message;

const find = (roomId: string, clientId: string) => writesIn(roomId).find((write) => write.clientId === clientId);

/** Sends a message again that was refused or waits. */
export function retry(roomId: string, clientId: string): void {
  const write = find(roomId, clientId);
  if (write !== undefined) void sendAgain(write);
}

/** Drops a message. */
export function discard(roomId: string, clientId: string): void {
  const write = find(roomId, clientId);
  if (write === undefined) return;
  dropFiles(clientId);
  void drop(write);
}

/** Drops one of a message's files; a message with nothing left in it goes, too. */
export function discardFile(roomId: string, clientId: string, fileId: number): void {
  const write = find(roomId, clientId);
  if (write === undefined) return;
  const { replyTo, sizes } = write.shown as Shown;
  const text = contentOf(write) ?? '';
  const files = outgoingFilesOf(write, sizes).filter(({ id }) => id !== fileId);
  if (files.length === 0 && text.trim() === '') {
    discard(roomId, clientId);
    return;
  }
  const input = inputOf(clientId, { roomId, text, files, replyTo });
  void changeAppended(write, { input, shown: { replyTo, sizes: sizesOf(files) } });
}
