// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { currentMarks, noMarks, setMarks } from '#platform/marks.ts';
import { clearSession, storeUser } from '#platform/session.ts';
import { makeUser } from '#test/factories.ts';

it("a title and badges say nothing of what somebody hasn't read once their session is over", () => {
  storeUser(makeUser());
  setMarks({ ...noMarks, notifications: 2 });
  clearSession();
  expect(currentMarks()).toEqual(noMarks);
});
