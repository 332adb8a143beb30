// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useLogOut } from '#features/accounts/accounts.data.ts';
import { useDeactivateAccount, useDeleteAccount } from '#features/accounts/settings.data.ts';
import { subscribeToLogOut } from '#platform/session.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

afterEach(tidy);

function Ways() {
  const ways = { out: useLogOut(), deactivated: useDeactivateAccount(), deleted: useDeleteAccount(false) };
  return Object.entries(ways).map(([name, way]) => (
    <button key={name} type="button" onClick={() => way.mutate()}>
      {name}
    </button>
  ));
}

it.each([
  ['out', endpoints.logOut],
  ['deactivated', endpoints.deactivateAccount],
  ['deleted', endpoints.deleteAccount],
] as const)(
  "whoever is %s leaves nothing behind, even if another tab notices the session's end first",
  async (name, endpoint) => {
    const api = fakeApi();
    const left = vi.fn();
    subscribeToLogOut(left);
    const { user_id } = signIn();
    api.answer(endpoint, () => {
      localStorage.clear();
      return {} as never;
    });
    draw(<Ways />);
    fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(left).toHaveBeenCalledWith(user_id));
  },
);
