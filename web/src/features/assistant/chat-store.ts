import { useSyncExternalStore } from 'react';
import { askAssistant } from '#features/assistant/assistant.data.ts';
import {
  type Chat,
  type ChatMessage,
  isChat,
  messagesToSend,
  restored,
  sorted,
  titleOf,
} from '#features/assistant/chats.rules.ts';
import { readStoredJson } from '#platform/browser-storage.ts';
import { errorTexts, isHandled } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { createListeners } from '#platform/listeners.ts';
import { logError } from '#platform/log.ts';
import { onUserChange } from '#platform/session.ts';

const prefix = 'assistant:';

let chats: readonly Chat[] = [];
const running = new Map<string, AbortController>();
const listeners = createListeners();
let frame = 0;

const keyOf = (userId: string) => prefix + userId;

function storedChats(userId: string): Chat[] {
  const value = readStoredJson(keyOf(userId));
  return Array.isArray(value) ? sorted(value.filter(isChat)) : [];
}

/** If storage is full, the oldest chats are dropped. */
function keep(): void {
  const userId = owner();
  if (userId === undefined) return;
  for (let kept = chats; kept.length > 0 || chats.length === 0; kept = kept.slice(0, -1)) {
    try {
      localStorage.setItem(keyOf(userId), JSON.stringify(kept));
      return;
    } catch {
      if (kept.length <= 1) return;
    }
  }
}

/** The chats belong to whoever is signed in now. */
const owner = onUserChange((userId) => {
  stopAll();
  chats = userId === undefined ? [] : storedChats(userId).map(restored);
});

function stopAll(): void {
  for (const controller of running.values()) controller.abort();
  running.clear();
}

/** An answer's chunks arrive faster than a screen can draw, so several share one render. */
function announceSoon(): void {
  if (frame !== 0) return;
  frame = requestAnimationFrame(() => {
    frame = 0;
    listeners.notify();
  });
}

function put(chat: Chat): void {
  chats = sorted([chat, ...chats.filter(({ id }) => id !== chat.id)]);
}

function changeAnswer(chatId: string, answerId: string, change: (answer: ChatMessage) => ChatMessage): void {
  chats = chats.map((chat) =>
    chat.id === chatId
      ? { ...chat, messages: chat.messages.map((message) => (message.id === answerId ? change(message) : message)) }
      : chat,
  );
}

/** Another tab saved its chats; an answer being written here isn't touched. */
function takeOver(event: StorageEvent): void {
  const userId = owner();
  if (userId === undefined || event.key !== keyOf(userId)) return;
  const own = chats.filter(({ id }) => running.has(id));
  const stored = storedChats(userId).filter(({ id }) => !running.has(id));
  chats = sorted([...own, ...stored]);
  listeners.notify();
}

function subscribe(listener: () => void): () => void {
  if (listeners.isEmpty()) {
    window.addEventListener('storage', takeOver);
    window.addEventListener('pagehide', keep);
  }
  const stopListening = listeners.subscribe(listener);
  return () => {
    stopListening();
    if (!listeners.isEmpty()) return;
    window.removeEventListener('storage', takeOver);
    window.removeEventListener('pagehide', keep);
  };
}

function current(): readonly Chat[] {
  owner();
  return chats;
}

/** The person's chats in this browser, newest first. */
export function useChats(): readonly Chat[] {
  return useSyncExternalStore(subscribe, current);
}

/** Asks a question in a chat, or in a new one. Returns the chat's id right away; the answer appears in the store as it's written. */
export function ask(chatId: string | undefined, text: string): string {
  const known = current().find(({ id }) => id === chatId);
  const question: ChatMessage = { id: newId(), role: 'user', content: text, state: 'whole' };
  const chat = known ?? { id: newId(), title: titleOf(text), updatedAt: 0, messages: [] };
  answer({ ...chat, messages: [...chat.messages, question] });
  return chat.id;
}

/** Asks for a new answer to a chat's last question, replacing the current one. */
export function retry(chatId: string): void {
  const chat = current().find(({ id }) => id === chatId);
  if (chat === undefined || running.has(chatId)) return;
  const last = chat.messages.findLastIndex(({ role }) => role === 'user');
  answer({ ...chat, messages: chat.messages.slice(0, last + 1) });
}

/** Stops the answer that's being written and keeps what's there. */
export function stop(chatId: string): void {
  running.get(chatId)?.abort();
}

/** Deletes a chat for good. */
export function forgetChat(chatId: string): void {
  stop(chatId);
  chats = chats.filter(({ id }) => id !== chatId);
  keep();
  listeners.notify();
}

function answer(chat: Chat): void {
  const controller = new AbortController();
  running.get(chat.id)?.abort();
  running.set(chat.id, controller);
  const blank: ChatMessage = { id: newId(), role: 'assistant', content: '', state: 'writing' };
  put({ ...chat, updatedAt: Date.now(), messages: [...chat.messages, blank] });
  keep();
  listeners.notify();
  void write(chat, blank.id, controller);
}

async function write(chat: Chat, answerId: string, controller: AbortController): Promise<void> {
  const end = (state: ChatMessage['state'], error?: string) =>
    changeAnswer(chat.id, answerId, (message) => ({ ...message, state, ...(error === undefined ? {} : { error }) }));
  try {
    let ended = false;
    for await (const line of askAssistant(messagesToSend(chat.messages), controller.signal)) {
      const { text } = line;
      if (text !== undefined)
        changeAnswer(chat.id, answerId, (message) => ({ ...message, content: message.content + text }));
      if (line.end !== undefined) end(line.end.complete ? 'whole' : 'cut');
      if (line.error !== undefined) end('failed', line.error);
      ended ||= line.end !== undefined || line.error !== undefined;
      announceSoon();
    }
    if (!ended) end('failed', 'The answer was interrupted. Try again.');
  } catch (error) {
    if (controller.signal.aborted) end('stopped');
    else {
      end('failed', errorTexts(error).join(' '));
      if (!isHandled(error)) logError("The assistant couldn't answer", error);
    }
  } finally {
    if (running.get(chat.id) === controller) running.delete(chat.id);
    keep();
    listeners.notify();
  }
}
