import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CallBar } from '#features/meetings/CallBar.tsx';
import { currentCall, joinCall, leaveCall } from '#features/meetings/current-call.ts';
import { navigator as tab } from '#platform/navigation.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';

const call = { roomId: '7', title: 'Ben', path: '/chat?conversation=7' };

afterEach(() => {
  act(leaveCall);
  tidy();
});

it('a call stands in a bar on every page but its own, until it is left there', () => {
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
