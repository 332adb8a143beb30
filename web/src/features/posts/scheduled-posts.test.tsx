// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/posts/scheduled.endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import ScheduledPosts from '#features/posts/ScheduledPosts.tsx';
import { waitingWrites } from '#platform/outbox.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

const draft: endpoints.ScheduledPost = {
  draft_id: 'd1',
  content: 'Bring your own mug',
  files: [],
  community: null,
  poll: null,
  quote: null,
  created_at: '2030-01-01T00:00:00.000Z',
  publish_at: '2030-06-01T12:00:00.000Z',
  fault: null,
};

let api: ReturnType<typeof fakeApi>;
beforeEach(async () => {
  api = fakeApi();
  vi.stubGlobal('indexedDB', new IDBFactory());
  signIn();
  api.answer(endpoints.listScheduledPosts, { drafts: [draft] });
  draw(<ScheduledPosts />);
  await screen.findByText('Bring your own mug');
  api.disconnect();
});
afterEach(tidy);

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

/** The connection is back, and everything that waited goes out. */
async function reconnect(): Promise<void> {
  api.connect();
  globalThis.dispatchEvent(new Event('online'));
  await waitFor(() => expect(waitingWrites()).toEqual([]));
}

it('without a connection, a changed text shows, waits and goes out once', async () => {
  press(/^Edit the post/);
  fireEvent.change(await screen.findByRole('textbox', { name: 'Text' }), { target: { value: 'Bring two mugs' } });
  press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Bring two mugs')).toBeTruthy();
  expect(waitingWrites()).toMatchObject([{ what: 'Your changes to a scheduled post' }]);
  const before = api.asked(endpoints.updateScheduledPost).length;
  api.answer(endpoints.updateScheduledPost, { draft: { ...draft, content: 'Bring two mugs' } });
  await reconnect();
  expect(api.asked(endpoints.updateScheduledPost)).toHaveLength(before + 1);
});

it('without a connection, a canceled one is gone, and the server learns of it once', async () => {
  press(/^Cancel the post/);
  const alert = await screen.findByRole('alertdialog');
  fireEvent.click(within(alert).getByRole('button', { name: 'Cancel post' }));
  await waitFor(() => expect(screen.queryByText('Bring your own mug')).toBeNull());
  expect(waitingWrites()).toMatchObject([{ what: 'Canceling a scheduled post' }]);
  const before = api.asked(endpoints.cancelScheduledPost).length;
  api.answer(endpoints.cancelScheduledPost, {});
  await reconnect();
  expect(api.asked(endpoints.cancelScheduledPost)).toHaveLength(before + 1);
});
