// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import * as relations from '@hubbub/contract/features/relations/relations.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PostFeed } from '#features/posts/PostFeed.tsx';
import * as socket from '#platform/socket.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makePost } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

vi.mock('#platform/socket.ts', { spy: true });

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});
afterEach(tidy);

const comeBack = () => window.dispatchEvent(new Event('visibilitychange'));
const answerPages = (posts: ReturnType<typeof makePost>[]) =>
  api.answer(endpoints.listPosts, ({ query: { last_id } }) => ({
    posts: last_id === undefined ? posts : [],
    next: null,
  }));

it.each(['everyone', 'communities', 'following'] as const)(
  'the feed %s says how many posts are new, and loads them on request',
  async (feed) => {
    const posts = [makePost(), makePost()].reverse();
    answerPages(posts);
    api.answer(endpoints.countNewerPosts, { count: 2 });
    draw(<PostFeed feed={feed} onComment={() => undefined} />);
    await screen.findAllByRole('article');
    // The number is looked up again whenever the reader returns to the page.
    await waitFor(() => {
      comeBack();
      expect(screen.getByRole('button', { name: '2 new posts' })).toBeTruthy();
    });
    expect(screen.getByText('There are new posts.').getAttribute('role')).toBe('status');
    const asked = api.asked(endpoints.countNewerPosts)[0]?.query;
    expect(asked).toEqual({ after: posts[0]?.post_id, ...(feed !== 'everyone' && { feed }) });

    api.answer(endpoints.countNewerPosts, { count: 0 });
    answerPages([makePost({ content: 'Fresh' }), ...posts]);
    fireEvent.click(screen.getByRole('button', { name: '2 new posts' }));
    await screen.findByText('Fresh');
    await waitFor(() => expect(screen.queryByRole('button', { name: /new post/ })).toBeNull());
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
  },
);

it('says that there are new posts as soon as the server says that feeds have grown', async () => {
  answerPages([makePost()]);
  api.answer(endpoints.countNewerPosts, { count: 1 });
  const listeners: ((change: { within: number }) => void)[] = [];
  vi.mocked(socket.onServerEvent).mockImplementation((event, listener) => {
    if (event === 'feedChanged') listeners.push(listener as never);
    return () => undefined;
  });
  draw(<PostFeed feed="everyone" onComment={() => undefined} />);
  await waitFor(() => expect(listeners).toHaveLength(1));
  expect(api.asked(endpoints.countNewerPosts)).toEqual([]);
  for (const listener of listeners) listener({ within: 0 });
  expect(await screen.findByRole('button', { name: '1 new post' })).toBeTruthy();
});

it('an empty feed says that the first post is there, and shows it on request', async () => {
  answerPages([]);
  api.answer(endpoints.countNewerPosts, { count: 1 });
  draw(<PostFeed feed="everyone" onComment={() => undefined} />);
  await screen.findByText('No posts yet');
  await waitFor(() => {
    comeBack();
    expect(screen.getByRole('button', { name: '1 new post' })).toBeTruthy();
  });
  answerPages([makePost({ content: 'The first' })]);
  fireEvent.click(screen.getByRole('button', { name: '1 new post' }));
  await screen.findByText('The first');
});

it('a feed that follows nobody suggests who posted lately, and shows their posts once they are followed', async () => {
  const post = makePost({ content: 'By Cyd' });
  let follows = false;
  api.answer(endpoints.listPosts, ({ query }) => ({
    posts: query.last_id === undefined && (query.feed !== 'following' || follows) ? [post] : [],
    next: null,
  }));
  api.answer(relations.followUser, () => {
    follows = true;
    return { following: true, follower_count: 1 };
  });
  draw(<PostFeed feed="following" onComment={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: `Follow @${post.user.username}` }));
  fireEvent.click(await screen.findByRole('button', { name: 'Show their posts' }));
  await screen.findByText('By Cyd');
});
