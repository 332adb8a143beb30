// @vitest-environment happy-dom
import { getComment, listComments } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import PostPage from '#app/pages/PostPage.tsx';
// The page loads it late, which a busy machine doesn't do in time.
import '#features/comments/public.ts';
import { navigator as tab } from '#platform/navigation.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeComment, makePost } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

afterEach(tidy);

it('an unknown post shows a page that says so', async () => {
  const api = fakeApi();
  signIn();
  api.refuse(endpoints.getPost, 404, 'Not found');
  draw(<PostPage />, { route: '/posts/:post_id', at: '/posts/00000000-0000-7000-8000-000000000000' });
  expect(await screen.findByText('Post not found')).toBeTruthy();
  expect(api.asked(endpoints.getPost).map(({ params }) => params.post_id)).toEqual([
    '00000000-0000-7000-8000-000000000000',
  ]);
});

it('on a phone each notification of a comment opens the comments at that comment, and says if it is gone', async () => {
  const api = fakeApi();
  signIn();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  const post = makePost();
  const comment = makeComment({ post_id: post.post_id, content: 'Lovely.' });
  api.answer(endpoints.getPost, () => ({ post }));
  api.answer(listComments, () => ({ comments: [comment] }));
  api.refuse(getComment, 404, 'Comment not found.');
  draw(<PostPage />, { route: '/posts/:post_id', at: `/posts/${post.post_id}?comment=gone` });
  const sheet = await screen.findByRole('dialog', { name: /^Comments/ });
  expect(await within(sheet).findByText("This comment isn't available.")).toBeTruthy();
  expect(await within(sheet).findByText('Lovely.')).toBeTruthy();
  fireEvent.keyDown(sheet, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  api.answer(getComment, () => ({ comment }));
  act(() => tab.push(`/posts/${post.post_id}?comment=${comment.comment_id}`));
  const linked = await screen.findByRole('region', { name: 'Linked comment' });
  expect(within(linked).getByText('Lovely.')).toBeTruthy();
});
