// @vitest-environment happy-dom
import { setRoomNotify } from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import RoomNotifyDialog from '#features/rooms/RoomNotifyDialog.tsx';
import { waitingWrites } from '#platform/outbox.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  vi.stubGlobal('indexedDB', new IDBFactory());
  signIn();
});
afterEach(() => {
  vi.unstubAllGlobals();
  tidy();
});

function open() {
  const [onSaved, onClose] = [vi.fn(), vi.fn()];
  draw(<RoomNotifyDialog roomId="7" name="# tea" notify="all" onSaved={onSaved} onClose={onClose} />);
  const press = (role: string, name: string) => fireEvent.click(screen.getByRole(role, { name }));
  return { onSaved, onClose, press };
}

it('the choice is stored with its end, and passed on as the server has it', async () => {
  api.answer(setRoomNotify, { notify: 'none' });
  const { onSaved, onClose, press } = open();
  press('radio', 'Nothing');
  press('radio', 'For an hour');
  press('button', 'Save');
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('none'));
  expect(onClose).toHaveBeenCalled();
  const [asked] = api.asked(setRoomNotify);
  expect([asked?.params.room_id, asked?.body.notify]).toEqual(['7', 'none']);
  expect(Date.parse(String(asked?.body.until))).toBeGreaterThan(Date.now());
});

it('without a connection, the choice shows, waits and goes out once', async () => {
  api.disconnect();
  const { onSaved, press } = open();
  press('radio', 'Nothing');
  press('button', 'Save');
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('none'));
  expect(waitingWrites()).toMatchObject([{ what: 'Notifications of a chat' }]);
  api.answer(setRoomNotify, { notify: 'none' });
  const before = api.asked(setRoomNotify).length;
  api.connect();
  globalThis.dispatchEvent(new Event('online'));
  await waitFor(() => expect(waitingWrites()).toEqual([]));
  expect(api.asked(setRoomNotify)).toHaveLength(before + 1);
});

it("a choice that can't be stored keeps the dialog open, and says why", async () => {
  const { onClose, press } = open();
  api.refuse(setRoomNotify, 422, 'You left this group.');
  press('button', 'Save');
  expect(await screen.findByText('You left this group.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
