import { expect, test } from 'vitest';
import { codeIn, meetingCode } from '#features/meetings/codes.rules.ts';

test("A new meeting's code is 7 random alphanumeric characters", () => {
  const codes = new Set(Array.from({ length: 200 }, () => meetingCode((bytes) => void crypto.getRandomValues(bytes))));
  expect(codes.size).toBe(200);
  for (const code of codes) expect(code).toMatch(/^[A-Za-z0-9]{7}$/);
});

test('makes every character equally likely by discarding biased bytes', () => {
  let given = 0;
  const code = meetingCode((bytes) => {
    bytes.fill(given === 0 ? 255 : 61);
    given += 1;
  });
  expect(code).toBe('9999999');
  expect(given).toBe(2);
});

test.each([
  ['AbC1234', 'AbC1234'],
  ['  AbC1234 ', 'AbC1234'],
  ['our weekly', 'our weekly'],
  ['https://hubbub.example/vc/join/AbC1234', 'AbC1234'],
  ['https://hubbub.example/vc/join/our%20weekly/', 'our weekly'],
  ['http://localhost:3000/meet/join?room=AbC1234&audio=0', 'AbC1234'],
  ['https://meet.example.org/join?room=a%26b', 'a&b'],
  ['https://meet.example.org/join/AbC1234', 'AbC1234'],
])('finds the code in %s', (typed, code) => {
  expect(codeIn(typed)).toBe(code);
});

test.each(['', '   ', 'https://hubbub.example/', 'https://'])('finds no code in "%s"', (typed) => {
  expect(codeIn(typed)).toBeNull();
});
