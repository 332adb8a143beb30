import { describe, expect, it } from 'vitest';
import {
  hasScrolledUp,
  initialPosition,
  isAtEnd,
  type Position,
  type PositionEvent,
  positionReducer,
  shouldCancelScroll,
  shouldLoadOlder,
} from '#features/rooms/position.rules.ts';

const after = (position: Position, ...events: PositionEvent[]) => events.reduce(positionReducer, position);
const atEnd = after(initialPosition(-1, undefined), { type: 'drawn' });
const elsewhere = after(atEnd, { type: 'scrolled', isAtEnd: false });
const unreadRange = (firstNewKey: string | undefined): PositionEvent => ({ type: 'firstNewChanged', firstNewKey });

describe('a timeline opens', () => {
  it.each([
    ['at the end if nothing is new', -1, 'end'],
    ['at the end if everything is new', 0, 'end'],
    ['at the first new message otherwise', 7, 'elsewhere'],
  ])('%s', (_, index, at) => expect(initialPosition(index, index < 0 ? undefined : 'new 1').at).toBe(at));
});

describe('new messages that arrive while disconnected', () => {
  it.each([
    ['take a reader at the end to the first one', atEnd, 'new 5', 'firstNew'],
    ["don't move a reader elsewhere", elsewhere, 'new 5', 'elsewhere'],
    [
      "don't move a reader once they're gone",
      after(elsewhere, unreadRange('new 5'), { type: 'scrolled', isAtEnd: true }),
      undefined,
      'end',
    ],
    [
      "don't move a reader twice",
      after(atEnd, unreadRange('new 5'), { type: 'scrolled', isAtEnd: true }),
      'new 5',
      'end',
    ],
    [
      'take the reader to newer ones again',
      after(atEnd, unreadRange('new 5'), { type: 'scrolled', isAtEnd: true }),
      'new 9',
      'firstNew',
    ],
  ])('%s', (_, position, key, at) => expect(after(position, unreadRange(key)).at).toBe(at));

  it('are read once the reader has reached the end', () => {
    const led = after(atEnd, unreadRange('new 5'));
    expect(after(led, { type: 'scrolled', isAtEnd: true }).at).toBe('end');
    expect(after(led, { type: 'scrolled', isAtEnd: false }).at).toBe('elsewhere');
  });
});

it('keeps the same object, without a render, when a scroll changes nothing', () => {
  expect(after(atEnd, { type: 'scrolled', isAtEnd: true })).toBe(atEnd);
  expect(after(elsewhere, { type: 'scrolled', isAtEnd: false })).toBe(elsewhere);
  expect(after(elsewhere, unreadRange(undefined), { type: 'drawn' })).toBe(elsewhere);
});

it.each([
  ["a reader who scrolls away from the end isn't brought back", atEnd, false, true],
  ['a reader at the end is kept there', atEnd, true, false],
  ['a reader elsewhere stays there', elsewhere, false, false],
  ["a timeline that isn't drawn yet keeps scrolling", initialPosition(-1, undefined), false, false],
])('%s', (_, position, isNowAtEnd, ends) => expect(shouldCancelScroll(position, isNowAtEnd)).toBe(ends));

it.each([
  [80, true],
  [81, false],
])('treats %i pixels from the end as the end: %s', (distance, is) => {
  expect(isAtEnd({ scrollHeight: 1_000, clientHeight: 600, scrollTop: 400 - distance })).toBe(is);
});

it('requests older messages near the first one, once it has been drawn, as long as there are more', () => {
  expect(shouldLoadOlder(atEnd, 24, 'some')).toBe(true);
  expect(shouldLoadOlder(atEnd, 25, 'some')).toBe(false);
  expect(shouldLoadOlder(atEnd, 0, 'loading')).toBe(false);
  expect(shouldLoadOlder(initialPosition(-1, undefined), 0, 'some')).toBe(false);
});

it.each([
  ['a reader above where they last were has scrolled up', 300, 1000, true],
  ['a reader where they last were has not', 300, 300, false],
  ['a reader whom shrinking content moved up is still at the end', 1400, 1500, false],
])('%s', (_, scrollTop, lastTop, is) => {
  expect(hasScrolledUp({ scrollHeight: 2000, scrollTop, clientHeight: 600 }, lastTop)).toBe(is);
});
