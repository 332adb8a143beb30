import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Call } from '#features/meetings/Call.tsx';
import { createLocalMedia } from '#features/meetings/local-media.ts';
import type { Meeting, MeetingState } from '#features/meetings/meeting.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { closeLayersAbove, countLayers } from '#ui/layer/layers.ts';

/** What happy-dom doesn't have. */
class Stream {}
class Observer {
  observe = vi.fn();
  disconnect = vi.fn();
}

const bob = {
  peer_id: 'b',
  user: { username: 'bob', name: 'Bob', profile_path: '/p.png' },
  media: { audio: true, video: false, screen: false },
  stream: new Stream() as MediaStream,
  link: 'connected' as const,
};

let state: MeetingState;
const listeners = new Set<() => void>();
const meeting = {
  state: () => state,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  levels: () => new Map<string, number>(),
  say: vi.fn(),
  raiseHand: vi.fn(),
  react: vi.fn(() => Promise.resolve(null)),
  mute: vi.fn(() => Promise.resolve(null)),
  leave: vi.fn(),
  enter: vi.fn(),
} satisfies Meeting;

const change = (next: Partial<MeetingState>) =>
  act(() => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  });

function drawCall(title?: string) {
  signIn({ username: 'ada' });
  draw(
    <Call
      room="a"
      title={title}
      meeting={meeting}
      media={createLocalMedia()}
      hide={false}
      notify
      hasRelay={false}
      onLeave={vi.fn()}
    />,
  );
}

afterEach(tidy);
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', Observer);
  vi.stubGlobal('MediaStream', Stream);
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
  state = {
    phase: 'inside',
    refusal: undefined,
    isOffline: false,
    ownId: 'a',
    peers: [bob],
    hasMet: true,
    messages: [],
    notice: undefined,
    hand: false,
    reactions: [],
    host: 'ada',
  };
});

it('a hand is raised and lowered, and the button says that it is up', async () => {
  drawCall();
  fireEvent.click(screen.getByRole('button', { name: 'React' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Raise hand' }));
  expect(meeting.raiseHand).toHaveBeenCalledWith(true);
  change({ hand: true });
  fireEvent.click(screen.getByRole('button', { name: 'React, your hand is raised' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Lower hand' }));
  expect(meeting.raiseHand).toHaveBeenLastCalledWith(false);
});

it("somebody's raised hand shows on their tile and is announced", () => {
  drawCall();
  change({ peers: [{ ...bob, hand: true }], notice: { id: '1', text: 'Bob raised their hand' } });
  screen.getByRole('listitem', { name: /^Bob.*hand raised/ });
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Bob raised their hand');
});

it('a reaction floats over its person for a moment, and is read out', async () => {
  drawCall();
  vi.useFakeTimers();
  change({ reactions: [{ id: '1', peerId: 'b', emoji: '🎉' }] });
  const tile = within(screen.getByRole('listitem', { name: /^Bob/ }));
  tile.getByText('🎉');
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Bob reacted with 🎉');
  act(() => vi.advanceTimersByTime(4_000));
  expect(tile.queryByText('🎉')).toBeNull();
  vi.useRealTimers();
});

it('only the host is offered to mute somebody', async () => {
  drawCall();
  fireEvent.click(screen.getByRole('button', { name: 'People' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Mute Bob' }));
  expect(meeting.mute).toHaveBeenCalledWith('b');
  change({ host: 'bob' });
  expect(screen.queryByRole('button', { name: 'Mute Bob' })).toBeNull();
});

it('a meeting has a link to invite others, and a call, which only those who were called join, has none', async () => {
  drawCall();
  fireEvent.click(screen.getByRole('button', { name: 'People' }));
  await screen.findByRole('button', { name: 'Copy link' });
  tidy();
  drawCall('Watering rota');
  fireEvent.click(screen.getByRole('button', { name: 'People' }));
  await screen.findByRole('list', { name: 'People' });
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
});

it('Back closes the gestures, and on a phone a panel that covers the call, and leaves the call alone', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  drawCall();
  const back = () => act(() => closeLayersAbove(countLayers() - 1));
  fireEvent.click(screen.getByRole('button', { name: 'React' }));
  await screen.findByRole('button', { name: 'Raise hand' });
  expect(countLayers()).toBe(1);
  back();
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Raise hand' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'People' }));
  await screen.findByRole('button', { name: 'Mute Bob' });
  expect(countLayers()).toBe(1);
  back();
  expect(screen.queryByRole('button', { name: 'Mute Bob' })).toBeNull();
  expect(countLayers()).toBe(0);
  expect(meeting.leave).not.toHaveBeenCalled();
});

it('a window above others is offered only where the browser has one', async () => {
  drawCall();
  fireEvent.click(screen.getByRole('button', { name: 'React' }));
  await screen.findByRole('button', { name: 'Raise hand' });
  expect(screen.queryByRole('button', { name: 'Show above other windows' })).toBeNull();
  const opened = { document: document.implementation.createHTMLDocument(), addEventListener: vi.fn(), close: vi.fn() };
  vi.stubGlobal('documentPictureInPicture', { requestWindow: () => Promise.resolve(opened) });
  change({});
  fireEvent.click(await screen.findByRole('button', { name: 'Show above other windows' }));
  await vi.waitFor(() => expect(opened.document.body.querySelectorAll('li')).toHaveLength(2));
  expect(opened.document.head.querySelectorAll('style')).toHaveLength(document.head.querySelectorAll('style').length);
});

it('closing a panel gives the focus back to the button that opened it', async () => {
  drawCall();
  const button = screen.getByRole('button', { name: 'People' });
  button.focus();
  fireEvent.click(button);
  const heading = await screen.findByRole('heading', { name: /^People/ });
  expect(document.activeElement).toBe(heading);
  fireEvent.keyDown(heading, { key: 'Escape' });
  expect(screen.queryByRole('heading', { name: /^People/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'People' }));
});
