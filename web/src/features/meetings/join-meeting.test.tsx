// @vitest-environment happy-dom
import { getIceServers } from '@hubbub/contract/features/meetings/meetings.endpoints.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MeetingPage } from '#features/meetings/Meeting.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
  tidy();
});

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

it("whoever leaves the page while the browser asks which screen to share isn't in the meeting", async () => {
  vi.stubGlobal('MediaStream', class {});
  const { promise, resolve } = Promise.withResolvers<MediaStream>();
  const getDisplayMedia = vi.fn(() => promise);
  const mediaDevices = { getDisplayMedia, enumerateDevices: async () => [], addEventListener: vi.fn() };
  const value = { ...mediaDevices, removeEventListener: vi.fn() };
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value });
  fakeApi().answer(getIceServers, { ice_servers: [] });
  signIn();
  const { unmount } = draw(<MeetingPage />, { at: '/meet/join?room=garden&audio=0&video=0&screen=1' });
  fireEvent.click(await screen.findByRole('button', { name: 'Join' }));
  await waitFor(() => expect(getDisplayMedia).toHaveBeenCalled());
  unmount();
  // Whoever is in a meeting leaves it when the page closes.
  const follows = vi.spyOn(window, 'addEventListener');
  await act(async () => {
    resolve({ getVideoTracks: () => [] } as unknown as MediaStream);
    await import('#features/meetings/meeting.ts');
    await nextTask();
  });
  expect(follows.mock.calls.map(([event]) => event)).not.toContain('pagehide');
});
