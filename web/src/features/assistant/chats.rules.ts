import type { AssistantMessage } from '@hubbub/contract/features/assistant/assistant.endpoints.ts';
import { codePoints, limits } from '@hubbub/contract/platform/limits.ts';

/** An answer's state: being written, complete, stopped by the person, cut off by the limits, or failed. A question is always `whole`. */
export type MessageState = 'writing' | 'whole' | 'stopped' | 'cut' | 'failed';

export interface ChatMessage extends AssistantMessage {
  id: string;
  state: MessageState;
  /** Why it failed, as a sentence for the person. */
  error?: string;
}

export interface Chat {
  id: string;
  title: string;
  /** Milliseconds. */
  updatedAt: number;
  /** Oldest first. Each question is followed by its answer. */
  messages: ChatMessage[];
}

/** How many chats are kept; beyond that the oldest are deleted. */
const maxChats = 50;

const titleLength = 48;

/** A chat's title: the start of its first question, cut between words. */
export function titleOf(question: string): string {
  const text = question.replace(/\s+/g, ' ').trim();
  if (codePoints(text) <= titleLength) return text;
  const start = [...text].slice(0, titleLength).join('');
  const end = start.lastIndexOf(' ');
  return `${end > titleLength / 2 ? start.slice(0, end) : start}…`;
}

/**
 * What is sent to the assistant: the last question and as many of the most recent messages before it as the limits allow. Answers
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

/** Marks an answer as stopped if it was being written when the page closed. */
export function restored(chat: Chat): Chat {
  if (!chat.messages.some(({ state }) => state === 'writing')) return chat;
  return {
    ...chat,
    messages: chat.messages.map((message) =>
      message.state === 'writing' ? { ...message, state: 'stopped' } : message,
    ),
  };
}

/** Newest first, and only as many as are kept. */
export function sorted(chats: readonly Chat[]): Chat[] {
  return [...chats].sort((one, other) => other.updatedAt - one.updatedAt).slice(0, maxChats);
}

const day = 24 * 60 * 60 * 1000;

/** Chats grouped by when they were last used, newest first: today, yesterday, the last week, earlier. */
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

/** Whether a stored value is a chat, whoever wrote it. */
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
