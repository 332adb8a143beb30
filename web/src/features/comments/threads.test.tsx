// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { Comment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CommentList } from '#features/comments/CommentList.tsx';
import { waitingWrites } from '#platform/outbox.ts';
import { draw, goOffline, signIn, tidy } from '#test/draw.tsx';
import { makeComment } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';
import { currentToasts } from '#ui/toast/toasts.ts';

let api: ReturnType<typeof fakeApi>;
let posts = 0;
let postId: string;
beforeEach(() => {
  api = fakeApi();
  signIn({ username: 'me' });
  posts += 1;
  postId = `threads${posts}`;
});
afterEach(tidy);

const author = (username: string) => ({ username, name: null, profile_path: '/profiles/default.png' });
/** A thread of Ada's with so many replies of Bob's; all of them are there on request. */
function threadWith(count: number, given: Partial<Comment> = {}) {
  const first = makeComment({ post_id: postId, user: author('ada'), reply_count: count, ...given });
  const replies = Array.from({ length: count }, () =>
    makeComment({
      post_id: postId,
      user: author('bob'),
      parent_id: first.comment_id,
      reply_to: { comment_id: first.comment_id, username: 'ada' },
    }),
  );
  api.answer(endpoints.listComments, ({ query: { thread } }) => ({
    comments: thread === 'top' ? [{ ...first, replies: replies.slice(0, 3) }] : replies,
  }));
  return { first, replies };
}
const open = async () => {
  draw(<CommentList postId={postId} />);
  await screen.findByRole('list', { name: 'Comments' });
};
const repliesTo = (name: string) =>
  within(screen.getByRole('list', { name: `Replies to ${name}` }))
    .getAllByRole('listitem')
    .map(({ textContent }) => /Comment \d+|Well said|Show .* repl\w+/.exec(textContent ?? '')?.[0]);
const choose = async (name: string, item: string) => {
  fireEvent.click(screen.getByRole('button', { name: `Menu of ${name}'s comment` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
};

it('the link of a reply shows it on top with the comment it answers; the list below has the others', async () => {
  const { first, replies } = threadWith(5);
  const linked = replies[4]!;
  api.answer(endpoints.getComment, ({ params: { comment_id: id } }) => ({
    comment: id === linked.comment_id ? linked : first,
  }));
  draw(<CommentList postId={postId} linkedId={linked.comment_id} />);
  const section = await screen.findByRole('region', { name: 'Linked comment' });
  within(section).getByText(linked.content);
  within(section).getByText(first.content);
  within(section).getByRole('button', { name: 'Show 4 more replies' });
  expect(screen.getAllByText(first.content)).toHaveLength(1);
});

it("the link of a comment that the reader doesn't see says so, above the others", async () => {
  const { first } = threadWith(0);
  api.refuse(endpoints.getComment, 404, 'Comment not found.');
  draw(<CommentList postId={postId} linkedId="1" />);
  await screen.findByText("This comment isn't available.");
  screen.getByText(first.content);
});

it('shows the first three replies, and the rest on request', async () => {
  const { replies } = threadWith(5);
  await open();
  const contents = replies.map(({ content }) => content);
  expect(repliesTo('ada')).toEqual([...contents.slice(0, 3), 'Show 2 more replies']);
  fireEvent.click(screen.getByRole('button', { name: 'Show 2 more replies' }));
  await waitFor(() => expect(repliesTo('ada')).toEqual(contents));
});

it('Reply opens a box that says who it answers; the reply is at the end of the thread right away, and the focus returns', async () => {
  const { first, replies } = threadWith(4);
  const [answered] = replies;
  const stored = makeComment({
    post_id: postId,
    content: 'Well said',
    parent_id: first.comment_id,
    reply_to: { comment_id: answered!.comment_id, username: 'bob' },
  });
  const answer = api.hold(endpoints.createComment, { comment: stored });
  await open();
  const [opener] = screen.getAllByRole('button', { name: 'Reply to bob' });
  fireEvent.click(opener!);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to @bob' });
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'Well said' } });
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(document.activeElement).toBe(opener);
  const contents = replies.map(({ content }) => content);
  await waitFor(() => expect(repliesTo('ada')).toEqual([...contents.slice(0, 3), 'Show 1 more reply', 'Well said']));
  answer();
  await waitFor(() => expect(screen.queryByText('Sending')).toBeNull());
  expect(repliesTo('ada')).toEqual([...contents.slice(0, 3), 'Show 1 more reply', 'Well said']);
  expect(api.asked(endpoints.createComment)[0]?.body).toEqual({
    content: 'Well said',
    parent_id: answered!.comment_id,
  });
  expect(screen.getByRole('link', { name: /@bob/ })).toBeTruthy();
});

it('Escape closes the box and keeps its text', async () => {
  threadWith(0);
  await open();
  const opener = screen.getByRole('button', { name: 'Reply to ada' });
  fireEvent.click(opener);
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to @ada' });
  fireEvent.change(field(), { target: { value: 'Half a' } });
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(document.activeElement).toBe(opener);
  fireEvent.click(opener);
  expect(field().value).toBe('Half a');
});

it("a reply that doesn't reach the server and can't be kept disappears, and its box is open again with the text", async () => {
  vi.stubGlobal('indexedDB', undefined);
  threadWith(0);
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Reply to ada' }));
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to @ada' });
  fireEvent.change(field(), { target: { value: 'Well said' } });
  goOffline();
  api.disconnect();
  await act(async () => fireEvent.keyDown(field(), { key: 'Enter' }));
  await waitFor(() => expect(field().value).toBe('Well said'));
  expect(screen.queryByRole('list', { name: 'Replies to ada' })).toBeNull();
  expect(currentToasts().at(-1)?.text).toContain("your reply wasn't sent. Its text is back in the field.");
});

it('a reply that waits for the connection is in its thread, and its box stays closed', async () => {
  threadWith(0);
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Reply to ada' }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to @ada' });
  fireEvent.change(field, { target: { value: 'Well said' } });
  goOffline();
  api.disconnect();
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }));
  await waitFor(() => expect(waitingWrites()).toHaveLength(1));
  await waitFor(() => expect(repliesTo('ada')).toEqual(['Well said']));
  expect(screen.queryByRole('textbox')).toBeNull();
});

it("the author edits a comment in place, and it's marked as edited", async () => {
  const { first } = threadWith(0, { user: author('me'), can_edit: true, can_delete: true });
  const edited_at = '2026-11-23T12:00:00.000Z';
  api.answer(endpoints.editComment, ({ body }) => ({
    comment: { ...first, content: String(body.content), edited_at },
  }));
  await open();
  await choose('me', 'Edit');
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit your comment' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe(first.content);
  fireEvent.change(field, { target: { value: 'Well said' } });
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }));
  expect(await screen.findByText('edited')).toBeTruthy();
  expect(screen.getByText('Well said')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('changes that the server refuses stay in the editor', async () => {
  threadWith(0, { user: author('me'), can_edit: true });
  api.refuse(endpoints.editComment, 422, 'Not this one.');
  await open();
  await choose('me', 'Edit');
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit your comment' });
  fireEvent.change(field, { target: { value: 'Well said' } });
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }));
  await waitFor(() => expect(currentToasts().at(-1)?.text).toBe('Not this one.'));
  expect(field.value).toBe('Well said');
});

it('a deleted comment with replies leaves a placeholder, and one without disappears', async () => {
  const { first, replies } = threadWith(1, { user: author('me'), can_delete: true });
  api.answer(endpoints.deleteComment, {});
  await open();
  await choose('me', 'Delete');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByText('This comment was deleted.');
  expect(screen.queryByText(first.content)).toBeNull();
  expect(repliesTo('a deleted comment')).toEqual([replies[0]!.content]);
});

it('nobody is offered to edit or delete what they may not', async () => {
  threadWith(0, { can_delete: true });
  await open();
  fireEvent.click(screen.getByRole('button', { name: "Menu of ada's comment" }));
  await screen.findByRole('menuitem', { name: 'Delete' });
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
});

it('a reaction shows right away, and is undone if the server refuses it', async () => {
  const { first } = threadWith(0, { reactions: [{ emoji: '👍', count: 1, mine: false }] });
  api.answer(endpoints.addCommentReaction, { reactions: [{ emoji: '👍', count: 2, mine: true }] });
  await open();
  fireEvent.click(screen.getByRole('button', { name: '👍, 1' }));
  const pressed = await screen.findByRole('button', { name: '👍, 2' });
  expect(pressed.getAttribute('aria-pressed')).toBe('true');
  await waitFor(() =>
    expect(api.asked(endpoints.addCommentReaction)[0]?.params).toEqual({ comment_id: first.comment_id, emoji: '👍' }),
  );
  api.refuse(endpoints.removeCommentReaction, 422, 'Not now.');
  fireEvent.click(pressed);
  await waitFor(() => expect(currentToasts().at(-1)?.text).toBe('Not now.'));
  await screen.findByRole('button', { name: '👍, 2' });
});
