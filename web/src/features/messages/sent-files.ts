import type { Outgoing, OutgoingFile } from '#features/messages/timeline.rules.ts';

/** Messages whose files are kept. */
const most = 20;
const sent = new Map<string, readonly OutgoingFile[]>();

/** Keeps the files of messages that are stored now: whoever sent them needn't fetch them, or wait until they're processed. */
export function keepSentFiles(before: readonly Outgoing[], after: readonly Outgoing[]): void {
  for (const { clientId, files } of before) {
    if (files.length > 0 && !after.some((draft) => draft.clientId === clientId)) sent.set(clientId, files);
  }
  for (const [clientId, files] of [...sent].slice(0, -most)) {
    for (const { url } of files) URL.revokeObjectURL(url);
    sent.delete(clientId);
  }
}

/** A file that this page has sent with a message, by its place in it. */
export const sentFile = (clientId: string | undefined, index: number): OutgoingFile | undefined =>
  clientId === undefined ? undefined : sent.get(clientId)?.[index];
