import { describe, expect, test } from 'vitest';
import { againAt, isDead, outcomeOf, payloadOf, urgencyOf, withoutPreview } from './push.rules.ts';

const now = new Date('2026-11-23T12:00:00Z');
const seconds = (at: Date) => (at.getTime() - now.getTime()) / 1000;

test('a payload is at most 3,000 bytes, whatever is in it', () => {
  const id = 'x'.repeat(36);
  const subject = { kind: 'message', room_id: id, message_id: id } as const;
  const closed = Array.from({ length: 30 }, (_, index) => `community_post:${index}:${id}`);
  for (const text of ['😀'.repeat(5000), '\u0001'.repeat(5000), '"'.repeat(5000)]) {
    const said = { title: text, body: text, navigate: `https://hubbub.example.org/posts/${id}`, tag: `comment:${id}` };
    const payload = payloadOf(said, { subject, badge: 1234, closed });
    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(3000);
    expect(JSON.parse(payload).notification.body).not.toBe('');
  }
});

const said = { title: 'Ana', body: ' Hello\n\nthere ', navigate: 'https://hubbub.example.org/chat', tag: 't' };

test('a payload is one that a browser shows by itself', () => {
  const subject = { kind: 'notification', notification_id: 'n' } as const;
  expect(JSON.parse(payloadOf(said, { subject, badge: 2, closed: ['a'] }))).toEqual({
    web_push: 8030,
    notification: {
      title: 'Ana',
      body: 'Hello there',
      navigate: 'https://hubbub.example.org/chat',
      tag: 't',
      lang: 'en',
      dir: 'auto',
      silent: false,
    },
    app_badge: 2,
    mutable: true,
    hubbub: { kind: 'notification', notification_id: 'n', closed: ['a'] },
  });
  expect(JSON.parse(payloadOf(said, { subject, badge: 0, closed: [] })).hubbub).not.toHaveProperty('closed');
});

test('a push closes at most 20 others', () => {
  const closed = Array.from({ length: 30 }, (_, index) => `vote:${index}`);
  const payload = JSON.parse(payloadOf(said, { subject: { kind: 'message' }, badge: 0, closed }));
  expect(payload.hubbub.closed).toEqual(closed.slice(0, 20));
});

test.each([
  ['notification', 'New notification'],
  ['message', 'New message'],
  ['call', 'Incoming call'],
] as const)('without a preview, a %s says neither who nor what', (kind, title) => {
  expect(withoutPreview(said, { kind })).toEqual({ ...said, title, body: '' });
});

test('pushes that people wait for wake a device, and frequent ones do not', () => {
  expect((['message', 'comment', 'vote'] as const).map(urgencyOf)).toEqual(['high', 'normal', 'low']);
});

test.each([
  [201, 'sent'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'later'],
  [500, 'later'],
  [503, 'later'],
  [302, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
] as const)('an answer with status %d means that a push was %s', (status, outcome) => {
  expect(outcomeOf({ status })).toBe(outcome);
});

test('a push service that cannot be reached is tried again', () => {
  expect(outcomeOf(undefined)).toBe('later');
});

describe('another attempt', () => {
  const after = (attempt: number, retryAfter?: string) =>
    seconds(againAt({ attempt, answer: { status: 503, retryAfter }, now }));

  test('waits four times as long after each attempt', () => {
    expect([1, 2, 3].map((attempt) => after(attempt))).toEqual([5, 20, 80]);
  });

  test('waits as long as the push service asks, in seconds or until a date', () => {
    expect(after(1, '120')).toBe(120);
    expect(after(1, new Date(now.getTime() + 300_000).toUTCString())).toBe(300);
  });

  test('never waits for less than the backoff or more than a day, whatever the service asks for', () => {
    expect(['1', '-5', 'soon', ''].map((text) => after(2, text))).toEqual([20, 20, 20, 20]);
    expect(after(1, '999999999')).toBe(86_400);
  });
});

test('a device that no push has reached for more than a week is removed', () => {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  expect([isDead(null, now), isDead(ago(6), now), isDead(ago(8), now)]).toEqual([false, false, true]);
});
