// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import PostPage from '#app/pages/PostPage.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
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
