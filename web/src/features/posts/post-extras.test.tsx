// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { Poll } from '@hubbub/contract/features/posts/polls.shapes.ts';
import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import * as relations from '@hubbub/contract/features/relations/relations.endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LoadSavedPosts } from '#features/posts/bookmarks.data.ts';
import { PostCard } from '#features/posts/PostCard.tsx';
import { PostComposer } from '#features/posts/PostComposer.tsx';
import { SavedPosts } from '#features/posts/SavedPosts.tsx';
import { relationItems } from '#features/relations/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makePost } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

const nothing = () => undefined;
const inADay = new Date(Date.now() + 24.5 * 60 * 60_000).toISOString();
const poll = (given: Partial<Poll> = {}): Poll => ({
  choices: ['Red', 'Green'].map((text) => ({ text, votes: null })),
  multiple: false,
  ends_at: inADay,
  mine: [],
  total: 3,
  ...given,
});
const counted = poll({
  choices: [
    { text: 'Red', votes: 1 },
    { text: 'Green', votes: 3 },
  ],
  mine: [1],
  total: 4,
});

const saved =
  (...posts: Post[]): LoadSavedPosts =>
  async () => ({ posts, next: null });

it('saves a post and takes it off the list again; both show right away', async () => {
  const post = makePost();
  api.answer(endpoints.removeBookmark, {});
  api.answer(endpoints.bookmarkPost, {});
  draw(<SavedPosts load={saved({ ...post, bookmarked: true })} onComment={nothing} />);
  const button = await screen.findByRole('button', { name: 'Save' });
  expect(button.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'));
  await waitFor(() => expect(api.asked(endpoints.removeBookmark)).toHaveLength(1));
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
  expect(screen.getByText(post.content)).toBeDefined();
});

it("a post that can't be saved isn't shown as saved", async () => {
  api.refuse(endpoints.bookmarkPost, 500, 'Something went wrong.');
  const { failures } = draw(<SavedPosts load={saved(makePost())} onComment={nothing} />);
  const button = await screen.findByRole('button', { name: 'Save' });
  fireEvent.click(button);
  await waitFor(() => expect(failures).toHaveLength(1));
  expect(button.getAttribute('aria-pressed')).toBe('false');
});

it('lists saved posts page by page, and says how to fill an empty list', async () => {
  const [first, second] = [makePost(), makePost()];
  const load: LoadSavedPosts = async (before) =>
    before === 'mark' ? { posts: [second], next: null } : { posts: [first], next: 'mark' };
  const { unmount } = draw(<SavedPosts load={load} onComment={nothing} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText(second.content)).toBeDefined();
  unmount();
  draw(<SavedPosts load={saved()} onComment={nothing} />);
  expect(await screen.findByText('No saved posts yet')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to the feed' })).toBeDefined();
});

async function drawPoll(given: Poll) {
  const post = makePost({ poll: given });
  // A post is known from a list or its own call.
  draw(<SavedPosts load={saved(post)} onComment={nothing} />);
  await screen.findByText(post.content);
}

it('asks for a vote, and shows the results once it was counted', async () => {
  await drawPoll(poll());
  api.answer(endpoints.answerPoll, { poll: counted });
  const group = await screen.findByRole('group', { name: 'Poll: choose one' });
  const vote = screen.getByRole<HTMLButtonElement>('button', { name: 'Vote' });
  expect(vote.disabled).toBe(true);
  fireEvent.click(within(group).getByRole('radio', { name: 'Red' }));
  fireEvent.click(within(group).getByRole('radio', { name: 'Green' }));
  fireEvent.click(vote);
  const results = await screen.findByRole('list', { name: 'Poll results' });
  expect(
    within(results)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['Red25%, 1 vote', 'Green, your vote75%, 3 votes']);
  expect(api.asked(endpoints.answerPoll).map(({ body }) => body)).toEqual([{ choices: [1] }]);
  expect(screen.getByText(/^4 votes · 24 hours left/)).toBeDefined();
});

it('lets people choose several where the poll says so', async () => {
  await drawPoll(poll({ multiple: true }));
  api.answer(endpoints.answerPoll, { poll: { ...counted, multiple: true } });
  for (const name of ['Red', 'Green', 'Red']) fireEvent.click(await screen.findByRole('checkbox', { name }));
  fireEvent.click(screen.getByRole('button', { name: 'Vote' }));
  await screen.findByRole('list', { name: 'Poll results' });
  expect(api.asked(endpoints.answerPoll).map(({ body }) => body)).toEqual([{ choices: [1] }]);
});

it('shows the results of a poll that is over', async () => {
  await drawPoll({ ...counted, mine: [], ends_at: '2026-01-01T00:00:00.000Z' });
  expect(await screen.findByText('4 votes · Final results')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Vote' })).toBeNull();
});

it('shows the quoted post, or that it is gone', async () => {
  const quoted = makePost({ content: 'The original' });
  draw(
    <>
      <PostCard post={makePost({ quote: quoted })} onComment={nothing} />
      <PostCard post={makePost({ quote: { deleted: true } })} onComment={nothing} />
    </>,
  );
  const link = await screen.findByRole('link', { name: /^Quoted post by .*The original$/ });
  expect(link.getAttribute('href')).toBe(`/posts/${quoted.post_id}`);
  expect(screen.getByText("This post isn't available.")).toBeDefined();
});

it.each([
  ['blocks', () => api.answer(relations.blockUser, {})],
  [
    'blocks, without a connection,',
    () => {
      vi.stubGlobal('indexedDB', new IDBFactory());
      api.disconnect();
    },
  ],
])('hides a quoted post as soon as the viewer %s its author', async (_, prepare) => {
  const quoted = makePost({ content: 'The original' });
  const { client } = draw(<PostCard post={makePost({ quote: quoted })} onComment={nothing} />);
  await screen.findByRole('link', { name: /^Quoted post by / });
  prepare();
  const { username } = quoted.user;
  const items = relationItems(client)({ kind: 'user', id: username, username });
  items.find(({ label }) => label === `Block @${username}`)?.onSelect();
  fireEvent.click(await screen.findByRole('button', { name: 'Block' }));
  await screen.findByText("This post isn't available.");
  expect(screen.queryByText('The original')).toBeNull();
});

const write = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });

it('sends a poll and a quote along, and needs two choices', async () => {
  const quoted = makePost({ content: 'The original' });
  api.answer(endpoints.getPost, { post: quoted });
  api.answer(endpoints.createPost, { post: makePost() });
  const { at } = draw(<PostComposer places={[]} initialQuote={quoted.post_id} />);
  expect(await screen.findByText('The original')).toBeDefined();
  write('Text', 'Which one?');
  fireEvent.click(screen.getByRole('button', { name: 'Add a poll' }));
  await screen.findByRole('textbox', { name: 'Choice 1' });
  write('Choice 1', 'Red');
  fireEvent.click(screen.getByRole('button', { name: 'Share Post' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Write at least two choices, or remove the poll.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
  write('Choice 2', 'Green');
  fireEvent.click(screen.getByRole('checkbox', { name: 'People can choose more than one' }));
  fireEvent.click(screen.getByRole('button', { name: 'Share Post' }));
  await waitFor(() => expect(at()).toBe('/feed'));
  const [sent] = api.asked(endpoints.createPost).map(({ body }) => body as Record<string, string[]>);
  expect(sent?.quote).toEqual([quoted.post_id]);
  expect(JSON.parse(sent?.poll?.[0] ?? '')).toMatchObject({ choices: ['Red', 'Green'], multiple: true });
});

it('a quote says enough without a text', async () => {
  const quoted = makePost();
  api.answer(endpoints.getPost, { post: quoted });
  api.answer(endpoints.createPost, { post: makePost() });
  const { at } = draw(<PostComposer places={[]} initialQuote={quoted.post_id} />);
  await screen.findByRole('button', { name: "Don't quote this post" });
  fireEvent.click(screen.getByRole('button', { name: 'Share Post' }));
  await waitFor(() => expect(at()).toBe('/feed'));
  expect(api.asked(endpoints.createPost).map(({ body }) => body)).toEqual([{ content: [''], quote: [quoted.post_id] }]);
});

it('a poll and a quote can be removed again', async () => {
  const quoted = makePost();
  api.answer(endpoints.getPost, { post: quoted });
  api.answer(endpoints.createPost, { post: makePost() });
  const { at } = draw(<PostComposer places={[]} initialQuote={quoted.post_id} />);
  fireEvent.click(await screen.findByRole('button', { name: "Don't quote this post" }));
  fireEvent.click(screen.getByRole('button', { name: 'Add a poll' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove the poll' }));
  write('Text', 'Just this');
  fireEvent.click(screen.getByRole('button', { name: 'Share Post' }));
  await waitFor(() => expect(at()).toBe('/feed'));
  expect(api.asked(endpoints.createPost).map(({ body }) => body)).toEqual([{ content: ['Just this'] }]);
});
