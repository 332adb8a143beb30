// @vitest-environment happy-dom
import { dismissAnnouncement } from '@hubbub/contract/features/site/site.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Announcement } from '#features/posts/Announcement.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makePost } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

it('what the site announces is three lines with a link to the post, until it is dismissed', async () => {
  const post = makePost({ content: 'We move.\nAll stays.\nSoon.\nReally soon.' });
  api.answer(dismissAnnouncement, {});
  draw(<Announcement announcement={{ announcement_id: '1', until: null, post }} />);
  expect(screen.getByText(/We move/).className).toContain('line-clamp-3');
  expect(screen.getByRole('link', { name: 'Show post' }).getAttribute('href')).toBe(`/posts/${post.post_id}`);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss the announcement' }));
  await waitFor(() => expect(api.asked(dismissAnnouncement)[0]?.body).toEqual({ announcement_id: '1' }));
});
