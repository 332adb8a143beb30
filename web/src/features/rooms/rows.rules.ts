import type { Message, SystemLine } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { type ShownState, shownPart } from '#features/rooms/excerpt.rules.ts';
import { filesHeight, fitImage } from '#features/rooms/file-boxes.rules.ts';
import type { Outgoing, TimelineState, UnreadRange } from '#features/rooms/timeline.rules.ts';

/** A timeline row: a divider, or a message, stored or unsent. */
export type Row = DayRow | NewRow | SystemRow | MessageRow;

interface DayRow {
  kind: 'day';
  key: string;
  /** Any time on that day, ISO 8601. */
  at: string;
}

interface NewRow {
  kind: 'new';
  /** Differs for other new messages. */
  key: string;
}

/** A notice in a group, such as that somebody joined. */
interface SystemRow {
  kind: 'system';
  key: string;
  line: SystemLine;
}

export interface MessageRow {
  kind: 'message';
  /** Stays the same once an unsent message is stored. */
  key: string;
  own: boolean;
  at: string;
  /** First and last of several messages from one sender. */
  first: boolean;
  last: boolean;
  stored: Message | null;
  outgoing: Outgoing | null;
}

/** Messages from one sender within this many milliseconds are grouped. */
const groupGap = 5 * 60_000;

/** The calendar day in the reader's time zone. */
function dayOf(iso: string): string {
  const date = new Date(iso);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

const senderKey = ({ own, stored }: MessageRow) => (own ? 'own' : `${stored?.sender._id} ${stored?.sender.username}`);

function isSameGroup(a: Row | undefined, b: Row | undefined): boolean {
  if (a?.kind !== 'message' || b?.kind !== 'message' || senderKey(a) !== senderKey(b)) return false;
  return Math.abs(Date.parse(b.at) - Date.parse(a.at)) <= groupGap;
}

const storedRow = (message: Message, ownId: string): MessageRow => ({
  kind: 'message',
  key: message.client_id ?? message._id,
  own: message.sender._id === ownId,
  at: message.createdAt,
  first: true,
  last: true,
  stored: message,
  outgoing: null,
});

const outgoingRow = (draft: Outgoing): MessageRow => ({
  kind: 'message',
  key: draft.clientId,
  own: true,
  at: draft.createdAt,
  first: true,
  last: true,
  stored: null,
  outgoing: draft,
});

/**
 * The timeline's rows from oldest to newest: a divider where the day changes, one before the first new message from others, unsent
 * messages last.
 */
export function rowsOf(
  state: ShownState & Pick<TimelineState, 'outgoing'>,
  ownId: string,
  unreadRange: UnreadRange | null,
): Row[] {
  const rows: Row[] = [];
  // The first loaded day may have started earlier: its divider arrives with the older messages, so that nothing moves.
  const shown = shownPart(state);
  const firstKnown = shown.messages[0];
  let day = firstKnown === undefined || shown.older === 'none' ? '' : dayOf(firstKnown.createdAt);
  let marked = unreadRange === null;
  const startDay = (at: string, id: string) => {
    const next = dayOf(at);
    // A clock that's off must not start a day twice.
    if (next === day) return;
    day = next;
    rows.push({ kind: 'day', key: `day ${id}`, at });
  };
  const add = (row: MessageRow) => {
    startDay(row.at, row.stored?._id ?? row.key);
    if (!marked && unreadRange !== null && !row.own && row.stored !== null && row.stored._id > unreadRange.after) {
      marked = true;
      // Messages after the missed ones were seen as they arrived.
      if (row.stored._id <= unreadRange.upTo) rows.push({ kind: 'new', key: `new ${unreadRange.after}` });
    }
    rows.push(row);
  };
  for (const message of shown.messages) {
    if (message.system === undefined) {
      add(storedRow(message, ownId));
      continue;
    }
    startDay(message.createdAt, message._id);
    rows.push({ kind: 'system', key: message._id, line: message.system });
  }
  // What's unsent comes after the newest messages.
  for (const draft of state.excerpt === null ? state.outgoing : []) add(outgoingRow(draft));
  for (const [index, row] of rows.entries()) {
    if (row.kind !== 'message') continue;
    row.first = !isSameGroup(rows[index - 1], row);
    row.last = !isSameGroup(row, rows[index + 1]);
  }
  return rows;
}

/** How many messages from others come after this id. */
export function countAfter(messages: readonly Message[], id: string, ownId: string): number {
  let count = 0;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message === undefined || message._id <= id) break;
    if (message.sender._id !== ownId && message.system === undefined) count += 1;
  }
  return count;
}

const pictograph = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator})/u;

/** Whether a text is nothing but one to three emojis; those are drawn large. */
export function isEmojiOnly(text: string): boolean {
  const trimmedText = text.trim();
  if (trimmedText === '' || trimmedText.length > 40) return false;
  const letters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(trimmedText)].filter(
    ({ segment }) => segment.trim() !== '',
  );
  return letters.length <= 3 && letters.every(({ segment }) => pictograph.test(segment));
}

/** Whether a text starts in a right-to-left script. */
export function isRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0];
  return (
    first !== undefined &&
    /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
  );
}

/** An estimate of a row's height in pixels until it has been drawn. `width` is the timeline's. */
export function estimateRow(row: Row, width: number): number {
  if (row.kind === 'day') return 48;
  if (row.kind === 'new' || row.kind === 'system') return 36;
  const text = row.stored?.message ?? row.outgoing?.text ?? '';
  const image = (row.stored?.imageUrl ?? null) === null ? 0 : fitImage(row.stored?.image ?? null).height + 8;
  const files = filesHeight(row.stored?.attachments ?? row.outgoing?.files ?? []);
  const letters = Math.max(16, Math.floor(Math.min(width * 0.72, 560) / 7.6));
  const lines =
    text === '' ? 0 : text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 8) / letters), 0);
  const extras = (row.stored?.reply_to || row.outgoing?.replyTo ? 48 : 0) + (row.stored?.reactions?.length ? 36 : 0);
  return (row.first ? 10 : 2) + 18 + lines * 24 + image + files + extras;
}
