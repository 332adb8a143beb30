// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EditPostDialog } from '#features/posts/EditPostDialog.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makePost } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

const post = makePost({ content: 'Helo', viewer: { can_delete: true, can_edit: true } });
let closed = 0;
const open = () => draw(<EditPostDialog post={post} onClose={() => (closed += 1)} />);
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
const save = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));

it('the dialog has the text, and closes once the server has the new one', async () => {
  api.answer(endpoints.editPost, ({ body }) => ({
    post: { ...post, content: String(body.content), edited_at: '2026-11-23T12:00:00.000Z' },
  }));
  open();
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect(field().value).toBe('Helo');
  fireEvent.change(field(), { target: { value: 'Hello' } });
  const before = closed;
  await save();
  await waitFor(() => expect(closed).toBe(before + 1));
  expect(api.asked(endpoints.editPost)[0]?.body).toEqual({ content: 'Hello' });
});

it('the same text is sent nowhere, and blank text not at all', async () => {
  open();
  const before = closed;
  await save();
  expect(closed).toBe(before + 1);
  fireEvent.change(field(), { target: { value: ' ' } });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  expect(api.asked(endpoints.editPost)).toEqual([]);
});

it('what the server refuses is said in the dialog, which keeps the text', async () => {
  api.refuse(endpoints.editPost, 422, 'Not this one.');
  open();
  fireEvent.change(field(), { target: { value: 'Hello' } });
  await save();
  await screen.findByText('Not this one.');
  expect(field().value).toBe('Hello');
});
