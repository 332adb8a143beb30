import { limits } from '@hubbub/contract/platform/limits.ts';
import { expect, test } from 'vitest';
import {
  byAge,
  type Chat,
  type ChatMessage,
  isChat,
  messagesToSend,
  restored,
  sorted,
  titleOf,
} from '#features/assistant/chats.rules.ts';

const message = (role: 'user' | 'assistant', content: string, state: ChatMessage['state'] = 'whole'): ChatMessage => ({
  id: content,
  role,
  content,
  state,
});
const chat = (id: string, updatedAt: number, messages: ChatMessage[] = []): Chat => ({
  id,
  title: id,
  updatedAt,
  messages,
});

test('titles a chat with the start of its first question, cut between words', () => {
  expect(titleOf('  How do\nI knit? ')).toBe('How do I knit?');
  expect(titleOf(`Please ${'tell me everything '.repeat(10)}`)).toBe('Please tell me everything tell me everything…');
  expect(titleOf('x'.repeat(60))).toBe(`${'x'.repeat(48)}…`);
});

test('sends the last question and as many of the most recent messages before it as the limits allow', () => {
  const half = limits.assistant.conversation / 2;
  const messages = [
    message('user', 'a'.repeat(half)),
    message('assistant', 'b'.repeat(half)),
    message('user', 'Short?'),
    message('assistant', '', 'writing'),
  ];
  expect(messagesToSend(messages)).toEqual([
    { role: 'assistant', content: 'b'.repeat(half) },
    { role: 'user', content: 'Short?' },
  ]);
  const many = Array.from({ length: 100 }, (_, index) => message(index % 2 ? 'assistant' : 'user', `${index}`));
  expect(messagesToSend(many)).toHaveLength(limits.assistant.messages);
  expect(messagesToSend(many).at(-1)).toEqual({ role: 'user', content: '98' });
});

test('leaves out answers without text', () => {
  const messages = [message('user', 'One?'), message('assistant', '', 'failed'), message('user', 'Two?')];
  expect(messagesToSend(messages)).toEqual([
    { role: 'user', content: 'One?' },
    { role: 'user', content: 'Two?' },
  ]);
});

test('treats an answer that was being written when the page closed as stopped', () => {
  const left = chat('a', 1, [message('user', 'Q'), message('assistant', 'An', 'writing')]);
  expect(restored(left).messages.map(({ state }) => state)).toEqual(['whole', 'stopped']);
});

test('keeps only the newest chats, newest first', () => {
  const chats = Array.from({ length: 60 }, (_, index) => chat(`${index}`, index));
  expect(sorted(chats)).toHaveLength(50);
  expect(sorted(chats)[0]?.id).toBe('59');
});

test('groups chats by how long ago they were used', () => {
  const now = new Date(2026, 0, 20, 12).getTime();
  const hours = (count: number) => now - count * 3_600_000;
  const groups = byAge([chat('a', hours(1)), chat('b', hours(20)), chat('c', hours(100)), chat('d', hours(1000))], now);
  expect(groups.map(({ label, chats }) => [label, chats[0]?.id])).toEqual([
    ['Today', 'a'],
    ['Yesterday', 'b'],
    ['Previous 7 days', 'c'],
    ['Older', 'd'],
  ]);
});

test('recognizes whether a stored value is a chat, whoever wrote it', () => {
  expect(isChat(chat('a', 1, [message('user', 'Q')]))).toBe(true);
  for (const value of [null, 5, {}, { ...chat('a', 1), messages: [null] }, { ...chat('a', 1), title: 5 }])
    expect(isChat(value)).toBe(false);
});
