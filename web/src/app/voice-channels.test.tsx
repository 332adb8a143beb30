// @vitest-environment happy-dom
import { listChannels } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { VoiceChannels } from '#features/channels/VoiceChannels.tsx';
import { setCallSession } from '#features/meetings/current-call.ts';
import { createLocalMedia } from '#features/meetings/local-media.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import { Voices } from '#features/meetings/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeCommunity, makeSender } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

afterEach(() => {
  act(() => setCallSession(undefined));
  tidy();
});

const people = ['ada', 'bob', 'cyd'].map((username) => ({ username, name: username, profile_path: '/p.png' }));
const channel = (name: string) => ({
  channel_id: `01900000-0000-7000-8000-00000000000${name.length}`,
  topic: '',
  category: null,
  slow_mode: 0,
  slow_until: null,
  community_id: '01900000-0000-7000-8000-000000000001',
  name,
  roles: [],
  usable: true,
  read_id: null,
  unread_id: null,
  notify: 'all' as const,
  kind: 'voice' as const,
  people,
});
const peer = (name: string, audio: boolean) => ({
  peer_id: name,
  user: makeSender(name),
  media: { audio, video: false, screen: false },
});
const state = { peers: [peer('bob', true), peer('cyd', false)] };
const meeting = {
  state: () => state,
  subscribe: () => () => undefined,
  levels: () => new Map([['bob', 0.5]]),
} as unknown as Meeting;

it('in the voice channel that the person is in, the list shows who speaks and who is muted; in others it shows nobody', async () => {
  signIn({ username: 'ada' });
  fakeApi().answer(listChannels, { channels: [channel('here'), channel('elsewhere')] });
  const talking = { currentId: channel('here').channel_id, onJoin: vi.fn(), Voices };
  draw(<VoiceChannels community={makeCommunity('garden')} roles={[]} mayManage={false} talking={talking} />);
  await screen.findAllByText('bob');
  expect(screen.queryByLabelText('Muted')).toBeNull();
  act(() => setCallSession({ meeting, media: createLocalMedia() }));
  const entries = (name: string) => screen.getAllByText(name).map((text) => text.closest('li'));
  const muted = (name: string) => entries(name).map((entry) => entry?.querySelector('[aria-label="Muted"]') !== null);
  const speaks = (name: string) => entries(name).map((entry) => entry?.dataset.speaking !== undefined);
  await waitFor(() => expect(speaks('bob')).toEqual([true, false]));
  expect([speaks('ada'), speaks('cyd')]).toEqual([
    [false, false],
    [false, false],
  ]);
  expect(['ada', 'bob', 'cyd'].map(muted)).toEqual([
    [true, false],
    [false, false],
    [true, false],
  ]);
});
