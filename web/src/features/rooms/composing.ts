import type { Message, RepliedMessage } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { Act } from '#features/rooms/acts.rules.ts';
import { draftName } from '#features/rooms/draft-names.ts';
import type { Failure } from '#features/rooms/timeline-tasks.rules.ts';
import { quoteOf } from '#features/rooms/versions.rules.ts';
import { currentDraft, useDraft, writeDraft } from '#platform/drafts.ts';
import { toast } from '#ui/toast/toasts.ts';

/** What the text in a chat's field is for, unless it's a new message. */
export interface Composing {
  kind: 'reply' | 'edit';
  /** The message that's answered or edited. */
  quoted: RepliedMessage;
}

const isComposing = (value: unknown): value is Composing | null =>
  typeof value === 'object' && value !== null && 'kind' in value && 'quoted' in value;

/** What the text in a chat's field is for; null: a new message. Kept like the text itself. */
export const useComposing = (roomId: string): Composing | null =>
  useDraft<Composing | null>(draftName('composing', roomId), null, isComposing)[0];

export function startReply(roomId: string, message: Message): void {
  writeDraft(draftName('composing', roomId), { kind: 'reply', quoted: quoteOf(message) } satisfies Composing);
}

/** Edits a message; continues where an earlier edit of it was interrupted. */
export function startEdit(roomId: string, message: Message): void {
  const name = draftName('edit', message._id);
  if (currentDraft(name) === undefined) writeDraft(name, message.message);
  writeDraft(draftName('composing', roomId), { kind: 'edit', quoted: quoteOf(message) } satisfies Composing);
}

/** Back to a new message. */
export function stopComposing(roomId: string): void {
  writeDraft(draftName('composing', roomId), undefined);
}

const refusals = {
  react: "We couldn't add your reaction.",
  edit: "We couldn't save your changes.",
  delete: "We couldn't delete this message.",
};

/** Says that something wasn't done. The text of an edit is back in the field, unless something else is in it by now. */
export function reportRefused(act: Act, { kind, text, offline }: Failure, message: Message | undefined): void {
  if (kind === 'sessionEnded') return;
  const isTakenBack = act.kind === 'react' && !act.added;
  const what = isTakenBack ? "We couldn't take back your reaction." : refusals[act.kind];
  toast.error(`${what} ${offline ? 'Check your connection and try again.' : text}`);
  if (act.kind !== 'edit' || message === undefined) return;
  writeDraft(draftName('edit', act.messageId), act.text);
  if (currentDraft(draftName('composing', message.conversation)) === undefined)
    startEdit(message.conversation, message);
}
