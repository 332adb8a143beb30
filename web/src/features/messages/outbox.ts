import { draftName } from '#features/messages/draft-names.ts';
import type { Outgoing, OutgoingFile } from '#features/messages/timeline.rules.ts';
import { filesOf, readDraft, writeDraft } from '#platform/drafts.ts';
import { onUserChange } from '#platform/session.ts';
import { readTabDraft, writeTabDraft } from '#platform/tab-drafts.ts';

/** An unsent message as the tab keeps it: its files are with the drafts, because sessionStorage can't hold them. */
type KeptOutgoing = Omit<Outgoing, 'files'> & { files: readonly FileFacts[] };
type FileFacts = Pick<OutgoingFile, 'width' | 'height'>;

/** Messages from before a reload whose files are still being read, by chat. */
const restoring = new Map<string, readonly KeptOutgoing[]>();
const owner = onUserChange(() => restoring.clear());

/**
 * The name under which unsent messages are kept in the tab that sends them. It's per person, because both members of a conversation
 * share its id.
 */
const outboxName = (roomId: string): string => `outbox:${owner() ?? ''}:${roomId}`;

const filesName = (clientId: string): string => draftName('sending', clientId);

function isOutgoing(value: unknown): value is Omit<KeptOutgoing, 'files'> & { files?: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'clientId' in value &&
    'text' in value &&
    typeof value.text === 'string'
  );
}

function readKept(roomId: string): KeptOutgoing[] {
  try {
    const value: unknown = JSON.parse(readTabDraft(outboxName(roomId)) ?? '[]');
    if (!Array.isArray(value)) return [];
    // Another version of the app may have kept it.
    return value
      .filter(isOutgoing)
      .map((draft) => ({ ...draft, files: Array.isArray(draft.files) ? draft.files : [] }));
  } catch {
    return [];
  }
}

const hasFiles = ({ files }: KeptOutgoing) => files.length > 0;

const isText = (draft: KeptOutgoing): draft is Outgoing => !hasFiles(draft);

/** Whether a chat has unsent messages from before a reload. */
export const hasOutbox = (roomId: string): boolean => readTabDraft(outboxName(roomId)) !== null;

/**
 * A chat's unsent messages from before a reload; sending resumes as if nothing had happened.
 * @returns those that can be sent now, and then the others: from the first with files on, because they're sent in order
 */
export function readOutbox(roomId: string): { texts: Outgoing[]; rest: Promise<Outgoing[]> | undefined } {
  const kept = readKept(roomId);
  const first = kept.findIndex(hasFiles);
  if (first === -1) return { texts: kept.filter(isText), rest: undefined };
  const late = kept.slice(first);
  restoring.set(roomId, late);
  return {
    texts: kept.slice(0, first).filter(isText),
    rest: Promise.all(late.map(withFiles)).then((all) => all.flat()),
  };
}

/** A message with its files again. If the browser didn't keep them, it has to be looked at before it's sent without. */
async function withFiles(draft: KeptOutgoing): Promise<Outgoing[]> {
  if (isText(draft)) return [draft];
  const files = filesOf(await readDraft(filesName(draft.clientId)));
  if (files.length === draft.files.length)
    return [{ ...draft, files: files.map((file, n) => outgoing(file, n, draft.files[n])) }];
  if (draft.text.trim() === '') return [];
  const error =
    "We couldn't keep the files of this message. Send it without them, or discard it and choose them again.";
  return [{ ...draft, files: [], status: 'failed', percent: null, error }];
}

/** Files that are chosen now have positive ids. */
const outgoing = (file: File, index: number, { width, height }: FileFacts = {}): OutgoingFile => ({
  id: -1 - index,
  file,
  name: file.name,
  type: file.type,
  url: URL.createObjectURL(file),
  width,
  height,
});

/** The messages that `readOutbox` has promised are in the chat's list now. */
export function isRestored(roomId: string): void {
  restoring.delete(roomId);
}

/** Keeps a chat's unsent messages over a reload: their texts in the tab, and their files with the drafts. */
export function writeOutbox(roomId: string, list: readonly Outgoing[], before: readonly Outgoing[]): void {
  for (const { clientId, files } of list) {
    const known = before.find((draft) => draft.clientId === clientId)?.files ?? [];
    if (files !== known && files.length + known.length > 0) keepFiles(clientId, files);
  }
  for (const { clientId, files } of before) {
    if (files.length > 0 && !list.some((draft) => draft.clientId === clientId)) keepFiles(clientId, []);
  }
  const facts = list.map((draft) => ({ ...draft, files: draft.files.map(({ width, height }) => ({ width, height })) }));
  const kept = [...facts, ...(restoring.get(roomId) ?? [])].filter(
    (draft) => draft.text.trim() !== '' || hasFiles(draft),
  );
  writeTabDraft(outboxName(roomId), kept.length === 0 ? '' : JSON.stringify(kept));
}

function keepFiles(clientId: string, files: readonly OutgoingFile[]): void {
  writeDraft(
    filesName(clientId),
    files.map(({ file }) => file),
  );
}

/** Forgets a chat's unsent messages. */
export function forgetOutbox(roomId: string): void {
  for (const { clientId } of readKept(roomId).filter(hasFiles)) keepFiles(clientId, []);
  restoring.delete(roomId);
  writeTabDraft(outboxName(roomId), '');
}
