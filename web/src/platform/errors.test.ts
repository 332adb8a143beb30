import { describe, expect, it } from 'vitest';
import { ApiError, errorTexts, flattenError, isHandled, NotFound, refusalOf, SessionEnded } from '#platform/errors.ts';

describe('errors', () => {
  it('become "key: value" lines; a plain text stays as it is', () => {
    expect(flattenError({ email: 'is taken', name: 'is too long' })).toBe('email: is taken\nname: is too long');
    expect(flattenError('Not now')).toBe('Not now');
  });

  it('are shown to people without field names', () => {
    expect(errorTexts(new ApiError(422, { email: 'Enter a valid Email' }))).toEqual(['Enter a valid Email']);
    expect(errorTexts(new ApiError(0, 'No connection'))).toEqual(['No connection']);
    expect(errorTexts(new TypeError('x is undefined'))).toEqual(['Something went wrong. Please try again.']);
  });

  it('are silent when the person is on their way to log-in, or canceled the call', () => {
    expect(isHandled(new SessionEnded(401, 'No session'))).toBe(true);
    expect(isHandled(new DOMException('cancelled', 'AbortError'))).toBe(true);
    expect(isHandled(new NotFound('No such post'))).toBe(false);
    expect(refusalOf(new SessionEnded(401, 'No session'))).toBeNull();
    expect(refusalOf(new ApiError(409, { username: 'is taken' }))).toEqual({ username: 'is taken' });
  });
});
