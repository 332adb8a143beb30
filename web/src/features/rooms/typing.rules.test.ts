import { expect, it } from 'vitest';
import {
  stillWriting,
  type Writers,
  withoutWriter,
  withWriter,
  writingMs,
  writingText,
} from '#features/rooms/typing.rules.ts';

const nobody: Writers = new Map();

it('names up to three people who are writing, in the order in which they began', () => {
  let writers = withWriter(nobody, 'ana', 0);
  expect(writingText(writers)).toBe('ana is typing…');
  writers = withWriter(withWriter(writers, 'bo', 10), 'ana', 20);
  expect(writingText(writers)).toBe('ana and bo are typing…');
  writers = withWriter(writers, 'cyd', 30);
  expect(writingText(writers)).toBe('ana, bo and cyd are typing…');
  expect(writingText(withWriter(writers, 'dan', 40))).toBe('Several people are typing…');
  expect(writingText(nobody)).toBe('');
});

it('forgets people who sent their message, or who stopped writing', () => {
  const writers = withWriter(withWriter(nobody, 'ana', 0), 'bo', 1_000);
  expect([...withoutWriter(writers, 'ana').keys()]).toEqual(['bo']);
  expect(withoutWriter(writers, 'eve')).toBe(writers);
  expect([...stillWriting(writers, writingMs).keys()]).toEqual(['bo']);
  expect(stillWriting(writers, 0)).toBe(writers);
});
