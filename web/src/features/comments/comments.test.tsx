// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as endpoints from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CommentForm } from '#features/comments/CommentForm.tsx';
import { CommentList } from '#features/comments/CommentList.tsx';
import { CommentsDialog } from '#features/comments/CommentsDialog.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeComment, makePost, makeSender } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
let posts = 0;
let postId: string;
beforeEach(() => {
  api = fakeApi();
  signIn({ username: 'me' });
  posts += 1;
  postId = `post${posts}`;
});
afterEach(tidy);

const open = () =>
  draw(
    <>
      <CommentForm postId={postId} />
      <CommentList postId={postId} />
    </>,
  );
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Add a comment' });
const write = async (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
  await act(async () => fireEvent.keyDown(field(), { key: 'Enter' }));
};
const texts = () =>
  within(screen.getByRole('list', { name: 'Comments' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => /Comment \d+|Well said/.exec(textContent ?? '')?.[0]);

it('shows a page, newest first, and more on request', async () => {
  const all = Array.from({ length: 32 }, () => makeComment()).reverse();
  api.answer(endpoints.listComments, ({ query: { last_id } }) => {
    const from = all.findIndex(({ comment_id }) => comment_id === last_id) + 1;
    return { comments: all.slice(from, from + 30) };
  });
  open();
  const more = await screen.findByRole('button', { name: 'Show more comments' });
  expect(texts()).toEqual(all.slice(0, 30).map(({ content }) => content));
  fireEvent.click(more);
  await waitFor(() => expect(texts()).toEqual(all.map(({ content }) => content)));
  expect(screen.queryByRole('button', { name: 'Show more comments' })).toBeNull();
});

it('invites people to write the first comment', async () => {
  api.answer(endpoints.listComments, { comments: [] });
  open();
  await screen.findByText(messages.noComments);
  expect(screen.getByText(messages.firstComment)).toBeTruthy();
});

it.each([
  ['without a connection', () => api.disconnect(), 'No connection'],
  ['when the server fails', () => api.refuse(endpoints.listComments, 500, 'It broke.'), 'It broke.'],
])('%s, it says so, and trying again loads the comments', async (_, fail, text) => {
  fail();
  open();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(text);
  api.connect();
  const comment = makeComment();
  api.answer(endpoints.listComments, { comments: [comment] });
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await screen.findByText(comment.content);
});

it("a new comment is on top right away, marked as sending, and stays there once it's stored", async () => {
  const old = makeComment();
  const stored = makeComment({ content: 'Well said' });
  api.answer(endpoints.listComments, { comments: [old] });
  const answer = api.hold(endpoints.createComment, { comment: stored });
  open();
  await screen.findByText(old.content);
  await write('Well said');
  expect(field().value).toBe('');
  await waitFor(() => expect(texts()).toEqual(['Well said', old.content]));
  expect(screen.getByText('Sending')).toBeTruthy();
  answer();
  await waitFor(() => expect(screen.queryByText('Sending')).toBeNull());
  expect(texts()).toEqual(['Well said', old.content]);
});

it('a comment that the server rejects disappears, and its text returns to the field, before anything typed since', async () => {
  const old = makeComment();
  api.answer(endpoints.listComments, { comments: [old] });
  api.refuse(endpoints.createComment, 422, 'Not this one.');
  open();
  await screen.findByText(old.content);
  fireEvent.change(field(), { target: { value: 'Well said' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  fireEvent.change(field(), { target: { value: 'and more' } });
  await waitFor(() => expect(field().value).toBe('Well said\nand more'));
  expect(texts()).toEqual([old.content]);
});

it('sends no comment that is blank or too long; the field says by how much', async () => {
  api.answer(endpoints.listComments, { comments: [] });
  open();
  await write('  \n ');
  await write('x'.repeat(limits.comment.text + 4));
  expect(screen.getByText('4 over the limit')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  expect(api.asked(endpoints.createComment)).toEqual([]);
});

it('the dialog focuses the field, and Cancel and Escape close it', async () => {
  api.answer(endpoints.listComments, { comments: [] });
  const post = makePost({ stats: { upvote_count: 0, downvote_count: 0, comment_count: 2 } });
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Comments
        </button>
        {isOpen && <CommentsDialog post={post} onClose={() => setOpen(false)} />}
      </>
    );
  }
  draw(<Page />);
  const opener = screen.getByRole('button', { name: 'Comments' });
  for (const close of ['Cancel', 'Escape']) {
    opener.focus();
    fireEvent.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Comments (2)' });
    await waitFor(() => expect(document.activeElement).toBe(field()));
    if (close === 'Cancel') fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    else fireEvent.keyDown(field(), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

it("a finger's long press on a reaction says who, and doesn't react; a tap does", async () => {
  const comment = makeComment({ reactions: [{ emoji: '🎉', count: 1, mine: false }] });
  api.answer(endpoints.listComments, { comments: [comment] });
  api.answer(endpoints.listCommentReactions, {
    reactions: [{ emoji: '🎉', count: 1, users: [makeSender('bob')] }],
  });
  api.answer(endpoints.addCommentReaction, { reactions: [] });
  open();
  const chip = await screen.findByRole('button', { name: '🎉, 1' });
  const finger = { pointerType: 'touch', isPrimary: true };
  fireEvent.pointerEnter(chip, finger);
  fireEvent.pointerDown(chip, finger);
  await screen.findByText('bob');
  fireEvent.pointerUp(chip, finger);
  fireEvent.pointerLeave(chip, finger);
  fireEvent.click(chip);
  expect(screen.getByText('bob')).toBeTruthy();
  expect(api.asked(endpoints.addCommentReaction)).toEqual([]);
  fireEvent.pointerDown(chip, finger);
  expect(screen.queryByText('bob')).toBeNull();
  fireEvent.pointerUp(chip, finger);
  fireEvent.click(chip);
  await waitFor(() => expect(api.asked(endpoints.addCommentReaction)).toHaveLength(1));
});
