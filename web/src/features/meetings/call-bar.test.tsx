import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CallBar } from '#features/meetings/CallBar.tsx';
import { currentCall, joinCall, leaveCall, setCallSession } from '#features/meetings/current-call.ts';
import { createLocalMedia } from '#features/meetings/local-media.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import { navigator as tab } from '#platform/navigation.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeSender } from '#test/factories.ts';

const call = { roomId: '7', title: 'Ben', path: '/chat?conversation=7' };

afterEach(() => {
  act(leaveCall);
  act(() => setCallSession(undefined));
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
