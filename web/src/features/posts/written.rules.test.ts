import { expect, test } from 'vitest';
import { freshPoll } from '#features/posts/polls.rules.ts';
import { formOf, nothing } from '#features/posts/written.rules.ts';

const now = Date.parse('2026-11-30T09:00:00.000Z');

test('only what somebody wrote or chose is sent', () => {
  expect(formOf({ ...nothing, text: 'Hello' }, now)).toEqual({ content: 'Hello' });
  expect(
    formOf(
      {
        text: 'Hello',
        poll: JSON.stringify({ ...freshPoll, choices: ['Tea', ' Coffee ', ''] }),
        alts: [' A cat ', ''],
        place: 'garden',
        placeName: 'Garden',
        quote: '7',
        time: '2026-12-01T10:00',
      },
      now,
    ),
  ).toEqual({
    content: 'Hello',
    community: 'garden',
    alts: '["A cat",""]',
    poll: '{"choices":["Tea","Coffee"],"multiple":false,"ends_at":"2026-12-01T09:00:00.000Z"}',
    quote: '7',
    publish_at: new Date('2026-12-01T10:00').toISOString(),
  });
  expect(formOf({ ...nothing, alts: ['', ' '] }, now)).not.toHaveProperty('alts');
});

test("a poll that needs another choice and a time that's none aren't sent", () => {
  const form = formOf({ ...nothing, poll: JSON.stringify(freshPoll), time: 'soon' }, now);
  expect(form).toEqual({ content: '', poll: undefined, publish_at: '' });
});
