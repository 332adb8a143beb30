// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { getCard } from '@hubbub/contract/features/conversations/card.endpoints.ts';
import { readConversation } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { readNotificationSettings } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CardHost } from '#app/shell/CardHost.tsx';
import { RingingCall } from '#features/meetings/RingingCall.tsx';
import { noteCall, ringingCalls } from '#features/meetings/ringing.ts';
import { useStore } from '#platform/store.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeConversation, makeNotificationSettings, makeSender, makeUser } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
import { closeLayersAbove, countLayers } from '#ui/layer/layers.ts';

/** What the browser's Back does while something floats above a page; journeys show that the page stays. */
const back = () => act(() => closeLayersAbove(countLayers() - 1));

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});
afterEach(tidy);

it('Back answers an alert', async () => {
  draw(<p>A page</p>);
  const answer = showAlert('Something happened.');
  await screen.findByRole('alertdialog');
  expect(countLayers()).toBe(1);
  back();
  await answer;
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(countLayers()).toBe(0);
});

it("Back closes somebody's card", async () => {
  signIn();
  const follows = { following: false, followed_by: false, follower_count: 0, following_count: 0 };
  const abilities = { message: false, call: false, follow: true, give_roles: [], mute: true, ban: false };
  const user = { ...makeUser({ username: 'bea' }), ...follows };
  api.answer(getCard, { user, roles: [], communities: [], abilities });
  draw(
    <main>
      <Link to="/profile/bea" data-card>
        bea
      </Link>
      <CardHost />
    </main>,
  );
  fireEvent.click(screen.getByRole('link', { name: 'bea' }));
  await screen.findByRole('dialog', { name: 'About bea' });
  expect(countLayers()).toBe(1);
  back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(countLayers()).toBe(0);
});

it.each([
  ['on a phone, where a call that rings covers the page, Back puts it away without declining it', false, 1],
  ['elsewhere a call that rings stands beside the page, and Back is for the page', true, 0],
])('%s', (_, isWide, layers) => {
  const own = signIn();
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  api.answer(readConversation, { conversation: makeConversation('bea', own) });
  api.answer(readNotificationSettings, { settings: makeNotificationSettings({ ringtone: false }) });
  const [bea, me] = [makeSender('bea'), makeSender(own.username)];
  const started_at = new Date().toISOString();
  const call = { call_id: String(layers), room_id: '7', code: 'call~1', started_by: bea, started_at, ended_at: null };
  noteCall({ ...call, people: [bea], ringing: [me] }, own.username);
  const Host = () =>
    useStore(ringingCalls).map((one) => <RingingCall key={one.call_id} call={one} isAnswered={false} />);
  draw(<Host />);
  screen.getByRole('dialog', { name: 'bea' });
  expect(countLayers()).toBe(layers);
  back();
  expect(screen.queryAllByRole('dialog')).toHaveLength(1 - layers);
  expect(countLayers()).toBe(0);
});
