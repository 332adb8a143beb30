// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { Comment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/comments/comments.endpoints.ts';
import type { CommentChange } from '@hubbub/contract/features/comments/comments.events.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CommentList } from '#features/comments/CommentList.tsx';
import * as socket from '#platform/socket.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeComment } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

vi.mock('#platform/socket.ts', { spy: true });

const postId = 'live';
let api: ReturnType<typeof fakeApi>;
let tell: (change: CommentChange) => void;
beforeEach(() => {
  api = fakeApi();
  signIn({ username: 'me' });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.mocked(socket.onServerEvent).mockImplementation((event, listener) => {
    if (event === 'commentChanged') tell = listener as typeof tell;
    return () => undefined;
  });
});
afterEach(tidy);

const aComment = (given: Partial<Comment> = {}) => makeComment({ post_id: postId, ...given });
const say = (change: CommentChange['change'], { can_edit: _, can_delete: __, replies: ___, ...comment }: Comment) =>
  act(async () => tell({ post_id: postId, comment, change }));
const open = async (...comments: Comment[]) => {
  api.answer(endpoints.listComments, { comments });
  draw(<CommentList postId={postId} />);
  await screen.findByText(comments[0]!.content);
};
const asked = () => api.asked(endpoints.listComments).length;

it('a new comment comes with what the reader may do with it', async () => {
  const old = aComment();
  const fresh = aComment({ content: 'From my phone', can_edit: true, can_delete: true });
  await open(old);
  api.answer(endpoints.listComments, { comments: [fresh, old] });
  await say('created', fresh);
  await screen.findByText('From my phone');
  const [menu] = screen.getAllByRole('button', { name: `Menu of ${fresh.user.username}'s comment` });
  fireEvent.click(menu as HTMLElement);
  await screen.findByRole('menuitem', { name: 'Edit' });
});

it('a comment that is shown already is not fetched again', async () => {
  const comment = aComment();
  await open(comment);
  const before = asked();
  await say('created', comment);
  expect(asked()).toBe(before);
});

it('an edit and a reaction are drawn, and what the reader may do and has pressed stays', async () => {
  const comment = aComment({ can_delete: true, reactions: [{ emoji: '👍', count: 1, mine: true }] });
  await open(comment);
  const before = asked();
  await say('edited', { ...comment, content: 'Better said', reactions: [{ emoji: '👍', count: 2, mine: false }] });
  await screen.findByText('Better said');
  const reaction = screen.getByRole('button', { name: /👍/ });
  expect(reaction.textContent).toContain('2');
  expect(reaction.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('button', { name: `Menu of ${comment.user.username}'s comment` })).toBeTruthy();
  expect(asked()).toBe(before);
});

it.each(['deleted', 'removed'] as const)(
  'a comment that was %s disappears, and leaves a placeholder above replies',
  async (change) => {
    const reply = aComment({ content: 'A reply' });
    const thread = aComment({ reply_count: 1, replies: [reply] });
    reply.parent_id = thread.comment_id;
    const single = aComment({ content: 'Alone' });
    await open(single, thread);
    await say(change, { ...single, content: '', deleted: true });
    await waitFor(() => expect(screen.queryByText('Alone')).toBeNull());
    await say(change, { ...thread, content: '', deleted: true });
    await waitFor(() => expect(screen.queryByText(thread.content)).toBeNull());
    expect(
      within(screen.getByRole('list', { name: 'Replies to a deleted comment' })).getByText('A reply'),
    ).toBeTruthy();
    // The same event again counts nothing.
    await say(change, { ...reply, content: '', deleted: true });
    await waitFor(() => expect(screen.queryByText('A reply')).toBeNull());
  },
);
