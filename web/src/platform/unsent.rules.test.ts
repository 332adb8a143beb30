import { expect, it } from 'vitest';
import { unsentCount, unsentText } from '#platform/unsent.rules.ts';

const [waiting, refused] = [{}, { refusal: 'No' }];

it('says how many things wait for the connection, or were refused', () => {
  expect(unsentText([], false)).toBe(null);
  expect(unsentText([waiting], false)).toBe("You're offline. 1 thing will be sent when you reconnect.");
  expect(unsentText([waiting, waiting], true)).toBe("2 things haven't been sent.");
  expect(unsentText([waiting, refused], true)).toBe("1 thing couldn't be sent.");
  expect(unsentCount(1)).toBe("1 thing hasn't been sent.");
});
