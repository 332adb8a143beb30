// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PostFeed } from '#features/posts/PostFeed.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makePost } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

/** A page whose last post was the last one looked at. */
const pageOf = (posts: Post[]) => ({ posts, next: posts.at(-1)?.post_id ?? null });

const feed = () => draw(<PostFeed feed="everyone" onComment={() => undefined} />);
const texts = () => screen.getAllByRole('article').map((article) => /Post \d+\./.exec(article.textContent ?? '')?.[0]);

it('loads one page after another until the last one, and then says that there are no more', async () => {
  const posts = Array.from({ length: 7 }, () => makePost()).reverse();
  api.answer(endpoints.listPosts, ({ query: { size, last_id } }) => {
    const from = posts.findIndex(({ post_id }) => post_id === last_id) + 1;
    return pageOf(posts.slice(from, from + Number(size)));
  });
  feed();
  expect(screen.getByText('Loading posts')).toBeTruthy();
  await screen.findByText(messages.noMorePosts);
  expect(texts().length).toBeGreaterThan(0);
  expect(texts()).toEqual(posts.slice(0, texts().length).map(({ content }) => content));
  expect(api.asked(endpoints.listPosts).map(({ query }) => query)).toEqual([
    { size: '5' },
    { size: '5', last_id: posts[4]?.post_id },
    { size: '5', last_id: posts[6]?.post_id },
  ]);
});

it('goes on from what was looked at last, also after a page without posts', async () => {
  const [seen, older] = [makePost(), makePost()];
  api.answer(endpoints.listPosts, ({ query: { last_id } }) => {
    if (last_id === undefined) return { posts: [seen], next: 'a' };
    return last_id === 'a' ? { posts: [], next: 'b' } : { posts: [older], next: null };
  });
  feed();
  await screen.findByText(messages.noMorePosts);
  expect(texts()).toEqual([seen.content, older.content]);
  expect(api.asked(endpoints.listPosts).map(({ query: { last_id } }) => last_id)).toEqual([undefined, 'a', 'b']);
});

it('invites people to write the first post', async () => {
  api.answer(endpoints.listPosts, pageOf([]));
  const { at } = feed();
  fireEvent.click(await screen.findByRole('link', { name: 'Write the first post' }));
  expect(at()).toBe('/post/upload');
});

it("says that there's no connection, and loads when trying again with one", async () => {
  api.disconnect();
  api.answer(endpoints.listPosts, ({ query }) => pageOf(query.last_id === undefined ? [makePost()] : []));
  feed();
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('No connection')).toBeTruthy();
  api.connect();
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await screen.findByText(messages.noMorePosts);
  expect(texts()).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

it("shows the server's error when it fails, and doesn't call it a lost connection", async () => {
  api.refuse(endpoints.listPosts, 500, 'It broke.');
  feed();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain("Couldn't load the feed");
  expect(alert.textContent).toContain('It broke.');
});

it('keeps its posts when the next page fails, and retries only on request', async () => {
  const first = Array.from({ length: 5 }, () => makePost());
  let fails = true;
  api.answer(endpoints.listPosts, ({ query }) => {
    if (query.last_id === undefined) return pageOf(first);
    if (fails) throw new TypeError('Failed to fetch');
    return pageOf([]);
  });
  feed();
  await screen.findByText(/Couldn't load more posts/, undefined, { timeout: 5_000 });
  expect(texts()[0]).toBe(first[0]?.content);
  const before = api.asked(endpoints.listPosts).length;
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(messages.noMorePosts);
  expect(api.asked(endpoints.listPosts)).toHaveLength(before + 1);
});

it('a vote shows right away, takes its count from the server, and is withdrawn by pressing again', async () => {
  const post = makePost({ stats: { upvote_count: 3, downvote_count: 0, comment_count: 0 } });
  api.answer(endpoints.listPosts, ({ query }) => pageOf(query.last_id === undefined ? [post] : []));
  api.answer(endpoints.votePost, ({ body }) => ({
    vote_type: body.vote_type as 0 | 1,
    stats: { ...post.stats, upvote_count: body.vote_type === 1 ? 8 : 7 },
  }));
  feed();
  fireEvent.click(await screen.findByRole('button', { name: 'Upvote, 3' }));
  expect(screen.getByRole('button', { name: 'Upvote, 4' }).getAttribute('aria-pressed')).toBe('true');
  await screen.findByRole('button', { name: 'Upvote, 8' });
  fireEvent.click(screen.getByRole('button', { name: 'Upvote, 8' }));
  await screen.findByRole('button', { name: 'Upvote, 7' });
  await waitFor(() => expect(api.asked(endpoints.votePost).map(({ body }) => body.vote_type)).toEqual([1, 0]));
});

it("a vote that doesn't reach the server and can't be kept is rolled back with a message", async () => {
  vi.stubGlobal('indexedDB', undefined);
  const post = makePost();
  api.answer(endpoints.listPosts, ({ query }) => pageOf(query.last_id === undefined ? [post] : []));
  const { failures } = feed();
  const upvote = await screen.findByRole('button', { name: /^Upvote/ });
  api.disconnect();
  fireEvent.click(upvote);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Upvote, 0' }).getAttribute('aria-pressed')).toBe('false'),
  );
  await waitFor(() => expect(failures.map(({ undone }) => undone)).toEqual(["your vote wasn't saved"]));
  api.connect();
  api.answer(endpoints.votePost, { vote_type: 1, stats: { ...post.stats, upvote_count: 1 } });
  fireEvent.click(upvote);
  await screen.findByRole('button', { name: 'Upvote, 1' });
});

it('a post that turns out to be deleted when someone votes on it disappears', async () => {
  const [gone, stays] = [makePost(), makePost()];
  api.answer(endpoints.listPosts, ({ query }) => pageOf(query.last_id === undefined ? [gone, stays] : []));
  api.refuse(endpoints.votePost, 404, 'Not found');
  feed();
  fireEvent.click((await screen.findAllByRole('button', { name: /^Upvote/ }))[0] as HTMLElement);
  await waitFor(() => expect(texts()).toEqual([stays.content]));
  await act(async () => undefined);
});

it("the feed of communities asks only for posts from the person's communities, and says so if there are none", async () => {
  api.answer(endpoints.listPosts, pageOf([]));
  draw(<PostFeed feed="communities" onComment={() => undefined} />);
  await screen.findByText('No posts from your communities yet');
  expect(api.asked(endpoints.listPosts).map(({ query }) => query)).toEqual([{ size: '5', feed: 'communities' }]);
});
