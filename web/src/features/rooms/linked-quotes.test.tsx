// @vitest-environment happy-dom
import { getComment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { getPost } from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { getMessage } from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LinkedQuotes } from '#features/rooms/LinkedQuotes.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeComment, makeMessage, makePost, makeSender } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
let comeIntoView: () => void;

beforeEach(() => {
  api = fakeApi();
  class Observer {
    constructor(report: IntersectionObserverCallback) {
      comeIntoView = () => report([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
    }
    observe(): void {
      // The test says what's in view.
    }
    disconnect(): void {
      // Nothing is held.
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  signIn();
});
afterEach(tidy);

it('a linked message is fetched once it is in view, and leads to its place', async () => {
  const message = makeMessage({ message: '**Tea** at five', sender: makeSender('ada') });
  const room = { kind: 'group', room_id: 'r1', name: 'Tea club', community_handle: null, channel_id: null } as const;
  api.answer(getMessage, { message, room, saved: false });
  draw(<LinkedQuotes linked={[{ kind: 'message', id: message._id }]} />);
  expect(api.asked(getMessage)).toEqual([]);
  act(() => comeIntoView());
  const quote = await screen.findByRole('link', { name: /Quoted message by.*in Tea club.*Tea at five/ });
  expect(quote.getAttribute('href')).toBe(`/chat?conversation=r1&message=${message._id}`);
});

it('a linked post shows as a quote', async () => {
  const post = makePost({ content: 'First light' });
  api.answer(getPost, { post });
  draw(<LinkedQuotes linked={[{ kind: 'post', id: post.post_id }]} />);
  act(() => comeIntoView());
  const quote = await screen.findByRole('link', { name: /Quoted post by.*First light/ });
  expect(quote.getAttribute('href')).toBe(`/posts/${post.post_id}`);
});

it('a linked comment shows as a quote, and leads to its place below the post', async () => {
  const comment = makeComment({ content: 'A **fine** idea' });
  api.answer(getComment, { comment });
  draw(<LinkedQuotes linked={[{ kind: 'comment', id: comment.comment_id }]} />);
  act(() => comeIntoView());
  const quote = await screen.findByRole('link', { name: /Quoted comment by.*A fine idea/ });
  expect(quote.getAttribute('href')).toBe(`/posts/${comment.post_id}?comment=${comment.comment_id}`);
});

it("what the reader can't see shows nothing", async () => {
  api.refuse(getMessage, 404, 'Message not found.');
  api.refuse(getPost, 404, 'Post not found.');
  api.refuse(getComment, 404, 'Comment not found.');
  const { container } = draw(
    <LinkedQuotes
      linked={[
        { kind: 'message', id: '1' },
        { kind: 'post', id: '2' },
        { kind: 'comment', id: '3' },
      ]}
    />,
  );
  act(() => comeIntoView());
  await waitFor(() =>
    expect([getMessage, getPost, getComment].map((each) => api.asked(each).length)).toEqual([1, 1, 1]),
  );
  await waitFor(() => expect(container.textContent).toBe(''));
  expect(screen.queryAllByRole('link')).toEqual([]);
});
