import type { Call } from '@hubbub/contract/features/meetings/calls.shapes.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CallBar } from '#features/meetings/CallBar.tsx';
import { CallPage } from '#features/meetings/CallPage.tsx';
import { currentCall, joinCall, leaveCall, setCallSession } from '#features/meetings/current-call.ts';
import { createLocalMedia } from '#features/meetings/local-media.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import { noteCall, ringingCalls } from '#features/meetings/ringing.ts';
import { navigator as tab } from '#platform/navigation.ts';
import { clearSession } from '#platform/session.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeSender } from '#test/factories.ts';

const call = { roomId: '7', title: 'Ben', path: '/chat?conversation=7' };
const rings: Call = {
  call_id: '1',
  room_id: '7',
  code: 'call~1',
  started_by: makeSender('ben'),
  started_at: '2026-11-28T12:00:00.000Z',
  ended_at: null,
  people: [],
  ringing: [],
};

afterEach(() => {
  act(leaveCall);
  act(() => setCallSession(undefined));
  vi.unstubAllGlobals();
  tidy();
});

it('a bar shows the call on every page but its own, and can leave it', () => {
  signIn();
  draw(<CallBar floats />, { at: '/feed' });
  expect(screen.queryByRole('region')).toBeNull();
  act(() => joinCall({ kind: 'call', ...call }));
  screen.getByRole('region', { name: 'Call' });
  expect(screen.getByRole('link', { name: 'Ben' }).getAttribute('href')).toBe(call.path);
  act(() => tab.push('/meet/join?room=call~1', { call }));
  expect(screen.queryByRole('region')).toBeNull();
  act(() => tab.push('/feed'));
  fireEvent.click(screen.getByRole('button', { name: 'Leave the call' }));
  expect(screen.queryByRole('region')).toBeNull();
});

it('the call a page is in is kept for a reload, and only one at a time', () => {
  joinCall({ kind: 'call', ...call });
  joinCall({ kind: 'voice', ...call, roomId: '8' });
  expect(currentCall.state().joined?.roomId).toBe('8');
  expect(JSON.parse(sessionStorage.getItem('call') ?? '')).toMatchObject({ kind: 'voice', roomId: '8' });
  leaveCall();
  expect(sessionStorage.getItem('call')).toBeNull();
});

it("a call ends with its person's session, and the next person in this tab is neither in it nor called in their place", () => {
  signIn({ username: 'ada' });
  joinCall({ kind: 'voice', ...call });
  noteCall({ ...rings, ringing: [makeSender('ada')] }, 'ada');
  const kept = sessionStorage.getItem('call');
  clearSession();
  expect([currentCall.state().joined, ringingCalls.state()]).toEqual([undefined, []]);
  // As it's left in a tab that was closed before.
  sessionStorage.setItem('call', kept ?? '');
  signIn({ username: 'bob' });
  expect(currentCall.state().joined).toBeUndefined();
});

it('the bar of a call shows which of the others speaks, by color alone', async () => {
  signIn();
  const peer = (name: string) => ({
    peer_id: name,
    user: makeSender(name),
    media: { audio: true, video: false, screen: false },
  });
  const state = { phase: 'inside', isOffline: false, hasMet: true, peers: [peer('bob'), peer('cyd')] };
  const meeting = {
    state: () => state,
    subscribe: () => () => undefined,
    levels: () => new Map([['cyd', 0.5]]),
  } as unknown as Meeting;
  draw(<CallBar floats />, { at: '/feed' });
  act(() => joinCall({ kind: 'voice', ...call }));
  act(() => setCallSession({ meeting, media: createLocalMedia(), code: 'abc' }));
  const speaks = (name: string) => screen.getByText(name).dataset.speaking !== undefined;
  await waitFor(() => expect([speaks('bob'), speaks('cyd')]).toEqual([false, true]));
  expect(screen.getByRole('status').textContent).toBe('bob, cyd');
});

it("a copy of a call's page says that it's connecting while it finds out that the first one is in it, and then leads back", async () => {
  signIn();
  const refused = (_: string, { signal }: LockOptions) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request: refused } } }));
  const { at } = draw(<CallPage call={{ ...call, stay: 'theirs' }} />, { at: '/meet/join?room=call~1' });
  expect(screen.getByRole('status').textContent).toBe(' Connecting…');
  await waitFor(() => expect(at()).toBe(call.path), { timeout: 5000 });
});
