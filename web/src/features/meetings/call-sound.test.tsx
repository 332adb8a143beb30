import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CallHost } from '#features/meetings/CallHost.tsx';
import { currentCall, joinCall, leaveCall } from '#features/meetings/current-call.ts';
import { clearSession } from '#platform/session.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

afterEach(() => {
  act(leaveCall);
  vi.unstubAllGlobals();
  tidy();
});

/** A browser with a microphone. @returns what counts how often it's opened, and how often devices were listed */
function plugIn() {
  const track = Object.assign(new EventTarget(), { kind: 'audio', enabled: true, stop: () => undefined });
  const open = vi.fn(async () => ({ getTracks: () => [track] }));
  const list = vi.fn(async () => []);
  const devices = Object.assign(new EventTarget(), { getUserMedia: open, enumerateDevices: list });
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValue(devices as unknown as MediaDevices);
  return { open, list };
}

it('a microphone that was turned off in a call is still off after a reload', async () => {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, get: () => undefined });
  const { open, list } = plugIn();
  fakeApi();
  const user = signIn();
  joinCall({ kind: 'call', roomId: '7', title: 'Ben', path: '/chat?conversation=7' });
  draw(<CallHost />);
  await waitFor(() => expect(currentCall.state().session?.media.state().audioOn).toBe(true));
  await waitFor(() => expect(list).toHaveBeenCalled());
  await act(async () => currentCall.state().session?.media.setAudio(false));
  const kept = sessionStorage.getItem('call') ?? '';
  // The next page: its tab still has the call.
  act(() => clearSession());
  cleanup();
  sessionStorage.setItem('call', kept);
  list.mockClear();
  signIn(user);
  await waitFor(() => expect(currentCall.state().joined?.roomId).toBe('7'));
  draw(<CallHost />);
  await waitFor(() => expect(list).toHaveBeenCalled());
  expect(open).toHaveBeenCalledTimes(1);
  expect(currentCall.state().session?.media.state().audioOn).toBe(false);
});
