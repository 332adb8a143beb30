// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { restoreSession, settleLogOut, useLogOut } from '#features/accounts/accounts.data.ts';
import { ApiError } from '#platform/errors.ts';
import { isLogOutPending, storedUser } from '#platform/session.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

afterEach(tidy);

function LogOut() {
  const logOut = useLogOut();
  return (
    <button type="button" onClick={() => logOut.mutate()}>
      Log out
    </button>
  );
}

it('logs out right away without a connection, and ends the session once, when there is one', async () => {
  const api = fakeApi();
  signIn();
  api.answer(endpoints.logOut, () => Promise.reject(new ApiError(0, 'offline')) as never);
  draw(<LogOut />);
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(storedUser()).toBeNull());
  await waitFor(() => expect(isLogOutPending()).toBe(true));
  let ended = 0;
  api.answer(endpoints.logOut, () => {
    ended += 1;
    return {} as never;
  });
  expect(await Promise.all([restoreSession(), settleLogOut()]), 'the cookie signs nobody in').toEqual([
    null,
    undefined,
  ]);
  await settleLogOut();
  expect(ended).toBe(1);
});
