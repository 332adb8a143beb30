import { expect, it } from 'vitest';
import { ApiError, NotFound, ProxyAnswer, SessionEnded } from '#platform/errors.ts';
import { fateOf } from '#platform/outbox-fate.ts';

const vote = { method: 'POST' };
const deletion = { method: 'DELETE' };
/** Only the newest is kept, and people aren't told about it. */
const mark = { method: 'POST', key: 'read-1' };

it('what was done waits for the same person to log in again, and for a call that was stopped', () => {
  expect(fateOf(vote, new SessionEnded(401, 'Log in'))).toBe('waits');
  expect(fateOf(vote, new DOMException('Stalled', 'AbortError'))).toBe('waits');
  expect(fateOf(vote, new ProxyAnswer(502, 'The server is starting.', null))).toBe('waits');
});

it("people are told what was refused, except what they never see, and deletions of what's already gone", () => {
  expect(fateOf(vote, new ApiError(422, 'Too long'))).toBe('refused');
  expect(fateOf(vote, new NotFound('Post not found'))).toBe('refused');
  expect(fateOf(deletion, new NotFound('Post not found'))).toBe('done');
  expect(fateOf(deletion, new ApiError(409, 'Not now'))).toBe('refused');
  expect(fateOf(mark, new NotFound('Room not found'))).toBe('done');
});
