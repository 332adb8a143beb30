// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import NewChannelDialog from '#features/channels/NewChannelDialog.tsx';

const role = (name: string, role_id: string) => ({
  role_id,
  name,
  permissions: [],
  mine: true,
  grantable: true,
  deletable: false,
});
const community = {
  community_id: '01900000-0000-7000-8000-000000000001',
  community_handle: 'garden',
  name: 'Garden',
  profile_path: '/profiles/default.png',
  member_count: 3,
  joined: true,
  visibility: 'public' as const,
  description: '',
  can_post: false,
  banned: false,
};

const channel = {
  channel_id: '01900000-0000-7000-8000-000000000002',
  topic: '',
  category: null,
  slow_mode: 0,
  slow_until: null,
  community_id: community.community_id,
  name: 'tools',
  roles: ['c'],
  usable: true,
  read_id: null,
  unread_id: null,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('preselects the role user, which every member has, and then keeps what the person chooses', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'POST') sent.push(JSON.parse(String(body)));
    const roles = [role('admin', 'a'), role('user', 'u'), role('crew', 'c')];
    return Promise.resolve(Response.json(method === 'POST' ? { channel } : { roles }));
  });
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <NewChannelDialog hasVoice community={community} onClose={() => undefined} onCreated={() => undefined} />
    </QueryClientProvider>,
  );
  const box = (name: string) => screen.getByRole('checkbox', { name }).getAttribute('aria-checked');
  await screen.findByRole('checkbox', { name: 'user' });
  await waitFor(() => expect(['admin', 'user', 'crew'].map(box)).toEqual(['false', 'true', 'false']));

  fireEvent.click(screen.getByRole('checkbox', { name: 'user' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'crew' }));
  await client.refetchQueries();
  expect(['admin', 'user', 'crew'].map(box)).toEqual(['false', 'false', 'true']);

  fireEvent.click(screen.getByRole('radio', { name: 'Voice' }));
  fireEvent.change(screen.getByLabelText('Channel name'), { target: { value: 'tools' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create Channel' }));
  await waitFor(() => expect(sent).toEqual([{ name: 'tools', roles: ['c'], kind: 'voice' }]));
}, 30_000);
