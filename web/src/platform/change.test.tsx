// @vitest-environment happy-dom
import { joinCommunity } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportFailure } from '#app/report-failure.ts';
import { call } from '#platform/api-client.ts';
import { type Failure, useChange } from '#platform/change.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { goOffline, tidy } from '#test/draw.tsx';
import { makeCommunity } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';
import { AlertHost } from '#ui/alerts/AlertHost.tsx';
import { Button } from '#ui/button/Button.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { currentToasts, removeToast } from '#ui/toast/toasts.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue(undefined));
afterEach(() => {
  for (const { id } of currentToasts()) removeToast(id);
  tidy();
});

/** Joins a community, which shows right away. */
function Join({ how }: { how: Failure }) {
  const [shown, setShown] = useState('Outside');
  const { mutate, isPending, fault } = useChange({
    ...how,
    mutationFn: () => call(joinCommunity, { params: { handle: 'tea' }, body: {} }),
    show: () => {
      setShown('Inside');
      return { keep: ({ community }) => setShown(`Inside ${community.name}`), undo: () => setShown('Outside') };
    },
  });
  return (
    <>
      <p role="status">{shown}</p>
      <Button pending={isPending} onClick={() => mutate()}>
        Join
      </Button>
      {how.fails === 'here' && <FormError text={fault} />}
      <AlertHost />
    </>
  );
}

function draw(how: Failure = {}) {
  const api = fakeApi();
  render(
    <QueryClientProvider client={createQueryClient(reportFailure)}>
      <Join how={how} />
    </QueryClientProvider>,
  );
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Join' })));
  return { api, press };
}
const shown = () => screen.getByRole('status').textContent;
const toasts = () => currentToasts().map(({ text }) => text);

it('shows what was wanted right away, and then what the server has', async () => {
  const { api, press } = draw();
  const answer = api.hold(joinCommunity, { community: makeCommunity('tea') });
  await press();
  expect(shown()).toBe('Inside');
  expect(screen.getByRole('button', { name: 'Join' }).getAttribute('aria-busy')).toBe('true');
  answer();
  await waitFor(() => expect(shown()).toBe('Inside tea'));
  expect(toasts()).toEqual([]);
});

it('takes back what the server refuses, and says why in a short message', async () => {
  const { api, press } = draw();
  api.refuse(joinCommunity, 422, 'The community is full');
  await press();
  await waitFor(() => expect(toasts()).toEqual(['The community is full']));
  expect(shown()).toBe('Outside');
});

it("says what didn't happen if the server can't be reached", async () => {
  const { api, press } = draw({ undone: "you haven't joined" });
  api.disconnect();
  goOffline();
  await press();
  await waitFor(() => expect(toasts()).toEqual(["You're offline, so you haven't joined."]));
});

it('says what went wrong in an alert if people have to know, and not twice', async () => {
  const { api, press } = draw({ fails: 'alert', failed: "You couldn't join" });
  api.refuse(joinCommunity, 422, 'The community is full');
  await press();
  expect(await screen.findByText("You couldn't join")).toBeTruthy();
  expect(toasts()).toEqual([]);
});

it('says it only where it was done if that place shows it', async () => {
  const { api, press } = draw({ fails: 'here' });
  api.refuse(joinCommunity, 422, 'The community is full');
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe('The community is full');
  expect(toasts()).toEqual([]);
});
