// @vitest-environment happy-dom
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportFailure } from '#app/report-failure.ts';
import { CommentForm } from '#features/comments/CommentForm.tsx';
import { PostCard, postOptions, usePost } from '#features/posts/public.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { storeUser } from '#platform/session.ts';
import { currentToasts, removeToast } from '#ui/toast/toasts.ts';

const author = { username: 'ada', name: 'Ada', profile_path: '/a.jpg' };
const post = {
  post_id: '7',
  content: 'Hello',
  created_at: '2026-03-12T12:00:00.000Z',
  user: author,
  files: [],
  vote_type: 0,
  stats: { upvote_count: 3, downvote_count: 0, comment_count: 0 },
  edited_at: null,
  viewer: { can_delete: false, can_edit: false },
  community: null,
} as unknown as Post;

const fetched = vi.fn<typeof fetch>();
const client = createQueryClient(reportFailure);

const Card = () => <PostCard post={usePost(post)} onComment={() => undefined} eager={false} />;

beforeEach(async () => {
  vi.stubGlobal('fetch', fetched);
  // The browser keeps nothing.
  vi.stubGlobal('indexedDB', undefined);
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  storeUser({ _id: '1', user_id: '1', bio: '', show_nsfw: false, ...author } as never);
  fetched.mockResolvedValueOnce(Response.json({ post }));
  await client.fetchQuery(postOptions('7'));
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
});
afterEach(() => {
  for (const { id } of currentToasts()) removeToast(id);
  cleanup();
  client.clear();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const draw = (what: React.ReactNode) =>
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>{what}</MemoryRouter>
    </QueryClientProvider>,
  );

it("reports a vote that doesn't reach the server right away and visibly takes it back", async () => {
  draw(<Card />);
  const pressed = () => screen.getByRole('button', { name: /^Upvote/ }).getAttribute('aria-pressed');
  fireEvent.click(screen.getByRole('button', { name: 'Upvote, 3' }));
  await waitFor(() =>
    expect(currentToasts().map(({ text }) => text)).toEqual([expect.stringContaining("so your vote wasn't saved.")]),
  );
  expect(pressed()).toBe('true');
  await waitFor(() => expect(pressed()).toBe('false'));
  expect(screen.getByRole('button', { name: 'Upvote, 3' })).toBeTruthy();
});

it("reports a comment that doesn't reach the server right away and puts its text back in the field", async () => {
  draw(<CommentForm postId="7" />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Add a comment' });
  fireEvent.change(field, { target: { value: 'Well said' } });
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }));
  await waitFor(() => expect(field.value).toBe('Well said'));
  expect(currentToasts().map(({ text }) => text)).toEqual([
    expect.stringContaining("your comment wasn't sent. Its text is back in the field."),
  ]);
});
