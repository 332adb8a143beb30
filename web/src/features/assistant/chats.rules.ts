import type { AssistantMessage } from '@hubbub/contract/features/assistant/assistant.endpoints.ts';
import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';

/**
 * How an answer stands: being written, whole, stopped by the person, cut by the limits, or failed. A question is always `whole`.
 */
export type MessageState = 'writing' | 'whole' | 'stopped' | 'cut' | 'failed';

export interface ChatMessage extends AssistantMessage {
  id: string;
  state: MessageState;
  /** Why it failed: a sentence for the person. */
  error?: string;
}

export interface Chat {
  id: string;
  title: string;
  /** Milliseconds. */
  updatedAt: number;
  /** Oldest first. A question is followed by its answer. */
  messages: ChatMessage[];
}

/** Chats that are kept; beyond it the oldest go. */
const keptChats = 50;

const titleLength = 48;

/** A chat is called by the beginning of its first question, cut between words. */
export function titleOf(question: string): string {
  const text = question.replace(/\s+/g, ' ').trim();
  if (codePoints(text) <= titleLength) return text;
  const start = [...text].slice(0, titleLength).join('');
  const end = start.lastIndexOf(' ');
  return `${end > titleLength / 2 ? start.slice(0, end) : start}…`;
}

/**
 * What is sent to be answered: the last question and as much of what came before it as the limits allow, the newest of it. Answers
 * without text are left out.
 */
export function messagesToSend(messages: readonly ChatMessage[]): AssistantMessage[] {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const sent: AssistantMessage[] = [];
  let room: number = limits.assistant.conversation;
  for (const { role, content } of messages.slice(0, last + 1).reverse()) {
    if (content.trim() === '') continue;
    room -= codePoints(content);
    if (room < 0 || sent.length === limits.assistant.messages) break;
    sent.unshift({ role, content });
  }
  return sent;
}

/** An answer that was being written when the page was left has stopped. */
export function restored(chat: Chat): Chat {
  if (!chat.messages.some(({ state }) => state === 'writing')) return chat;
  return {
    ...chat,
    messages: chat.messages.map((message) =>
      message.state === 'writing' ? { ...message, state: 'stopped' } : message,
    ),
  };
}

/** The newest first, and only as many as are kept. */
export function sorted(chats: readonly Chat[]): Chat[] {
  return [...chats].sort((one, other) => other.updatedAt - one.updatedAt).slice(0, keptChats);
}

const day = 24 * 60 * 60 * 1000;

/** Chats by how long ago they were used, the newest first: today, yesterday, the last week, before that. */
export function byAge(chats: readonly Chat[], now: number): { label: string; chats: Chat[] }[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const groups = [
    { label: 'Today', since: midnight },
    { label: 'Yesterday', since: midnight - day },
    { label: 'Previous 7 days', since: midnight - 7 * day },
    { label: 'Older', since: Number.NEGATIVE_INFINITY },
  ];
  const labelOf = ({ updatedAt }: Chat) => groups.find(({ since }) => updatedAt >= since)?.label;
  return groups
    .map(({ label }) => ({ label, chats: chats.filter((chat) => labelOf(chat) === label) }))
    .filter((group) => group.chats.length > 0);
}

/** Whether a value from the storage is a chat, whoever wrote it. */
export function isChat(value: unknown): value is Chat {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, updatedAt, messages } = value as Partial<Chat>;
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    typeof updatedAt === 'number' &&
    Array.isArray(messages) &&
    messages.every((message) => typeof message?.id === 'string' && typeof message.content === 'string')
  );
}

/** Where a link in an answer may lead: to pages and mail addresses. Everything else is shown as text. */
export function safeLink(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  return ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol) ? href : undefined;
}
