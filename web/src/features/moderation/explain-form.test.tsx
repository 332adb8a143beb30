// @vitest-environment happy-dom
import { listChannels } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { listMembers } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { explain } from '@hubbub/contract/features/moderation/explain.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import ExplainForm, { type ExplainAbout } from '#features/moderation/ExplainForm.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
  api.answer(listMembers, { members: [], member_count: 0, next: null });
});
afterEach(tidy);

const club = { handle: 'club', name: 'Club' };
const keys = {
  channel_id: '01900000-0000-7000-8000-000000000002',
  community_id: '01900000-0000-7000-8000-000000000001',
  name: 'keys',
  roles: [],
  topic: '',
  category: null,
  slow_mode: 0,
  slow_until: null,
  usable: false,
  read_id: null,
  unread_id: null,
  notify: 'mentions' as const,
};
const open = (about: ExplainAbout) => draw(<ExplainForm about={about} onClose={vi.fn()} />);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const find = () => fireEvent.click(screen.getByRole('button', { name: 'Find out' }));

/** Answers, and remembers what was asked. */
function answering(allowed: boolean, ...because: string[]) {
  const asked: Record<string, string>[] = [];
  api.answer(explain, ({ query }) => {
    asked.push(query);
    return { allowed, because };
  });
  return asked;
}

it('announces why somebody cannot see a channel, until the question changes', async () => {
  const text = "Kwame doesn't have a role that can see #keys. Give them one in Roles.";
  const asked = answering(false, text);
  open({ community: club, channel: { id: keys.channel_id, name: 'keys' } });
  type('Username', '@kwame');
  find();
  expect((await screen.findByText(text)).closest('[role=status]')).not.toBeNull();
  expect(asked).toEqual([{ username: 'kwame', kind: 'channel', id: keys.channel_id, action: 'view' }]);
  type('What they want to do', 'write');
  expect(screen.queryByText(text)).toBeNull();
});

it('asks about a community or one of its channels, and keeps an action that both have', async () => {
  const asked = answering(true, 'Club is public.');
  api.answer(listChannels, { channels: [keys] });
  open({ community: club });
  type('Username', 'kwame');
  type('What they want to do', 'post');
  find();
  await screen.findByText('Yes, they can.');
  await screen.findByRole('option', { name: '#keys' });
  type('Where', keys.channel_id);
  find();
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toEqual([
    { username: 'kwame', kind: 'community', id: 'club', action: 'post' },
    { username: 'kwame', kind: 'channel', id: keys.channel_id, action: 'view' },
  ]);
});

it('asks about a person and a channel of a community, a post by its link, or another person', async () => {
  const asked = answering(true, 'Fine.');
  api.answer(listChannels, { channels: [keys] });
  open({ person: { username: 'kwame', name: 'Kwame' } });
  expect(screen.getByRole('dialog', { name: "Why can't Kwame…?" })).toBeTruthy();
  type("What it's about", 'channel');
  type('Community handle', '@club');
  await screen.findByRole('option', { name: '#keys' });
  type('Channel', keys.channel_id);
  find();
  await screen.findByText('Fine.');
  type("What it's about", 'post');
  type('Link to the post', `http://localhost/posts/${keys.community_id}`);
  find();
  await waitFor(() => expect(asked).toHaveLength(2));
  type("What it's about", 'user');
  type("The other person's username", 'ada');
  type('What they want to do', 'message');
  find();
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(asked.map(({ kind, id, action }) => [kind, id, action])).toEqual([
    ['channel', keys.channel_id, 'view'],
    ['post', keys.community_id, 'view'],
    ['user', 'ada', 'message'],
  ]);
});

it('says what is missing, what the server refuses, and that it cannot be reached', async () => {
  open({ person: { username: 'kwame', name: null } });
  find();
  expect((await screen.findByText("Enter the community's handle.")).closest('[role=alert]')).not.toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Community handle'));
  type('Community handle', 'secret');
  api.refuse(explain, 404, 'Community not found.');
  find();
  await screen.findByText('Community not found.');
  api.disconnect();
  find();
  await screen.findByText(/connection|reach/i);
});
