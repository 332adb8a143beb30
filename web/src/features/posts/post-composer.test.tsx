// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import * as scheduling from '@hubbub/contract/features/posts/scheduled.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PostComposer } from '#features/posts/PostComposer.tsx';
import { currentDraft } from '#platform/drafts.ts';
import { waitingWrites } from '#platform/outbox-list.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makePost } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(scheduling.listScheduledPosts, { drafts: [] });
  signIn();
});
afterEach(tidy);

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
/** Other tests' writes may still be on their way. */
const waitingPosts = () => waitingWrites().filter(({ what }) => what === 'Your post');
const share = () => fireEvent.click(screen.getByRole('button', { name: 'Share Post' }));

it('shares the text exactly as written, goes to the feed, and forgets the draft', async () => {
  api.answer(endpoints.createPost, { post: makePost() });
  const { at } = draw(<PostComposer places={[]} />);
  type('  Hello\nworld ');
  expect(currentDraft('post')).toMatchObject({ text: '  Hello\nworld ' });
  share();
  await waitFor(() => expect(at()).toBe('/feed'));
  expect(api.asked(endpoints.createPost).map(({ body }) => body)).toEqual([{ content: ['  Hello\nworld '] }]);
  expect(currentDraft('post')).toBeUndefined();
});

it('shares to the chosen community', async () => {
  api.answer(endpoints.createPost, { post: makePost() });
  const { at } = draw(<PostComposer places={[{ handle: 'garden', name: 'Garden' }]} />);
  type('Seedlings');
  fireEvent.change(screen.getByRole('combobox', { name: 'Post to' }), { target: { value: 'garden' } });
  share();
  await waitFor(() => expect(at()).toBe('/feed'));
  expect(api.asked(endpoints.createPost).map(({ body }) => body)).toEqual([
    { content: ['Seedlings'], community: ['garden'] },
  ]);
});

it('shares to the community that was asked for before the list of communities is there', async () => {
  api.answer(endpoints.createPost, { post: makePost() });
  const { at } = draw(<PostComposer places={undefined} initialCommunity="garden" />);
  type('Seedlings');
  share();
  await waitFor(() => expect(at()).toBe('/feed'));
  expect(api.asked(endpoints.createPost).map(({ body }) => body)).toEqual([
    { content: ['Seedlings'], community: ['garden'] },
  ]);
});

it("names a phone's HEIC that this browser can't show, instead of an empty frame, and lets it be shared", async () => {
  const { container } = draw(<PostComposer places={[]} />);
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['heic'], 'IMG_0001.HEIC', { type: '' })] } });
  fireEvent.error(await screen.findByRole('img', { name: 'IMG_0001.HEIC' }));
  screen.getByText("This browser can't show this picture. You can still share it.");
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Share Post' }).disabled).toBe(false);
});

it('two clicks before it is drawn as sending share it once', async () => {
  api.answer(endpoints.createPost, { post: makePost() });
  const { at } = draw(<PostComposer places={[]} />);
  type('Hello');
  const button = screen.getByRole('button', { name: 'Share Post' });
  act(() => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(at()).toBe('/feed'));
  expect(api.asked(endpoints.createPost)).toHaveLength(1);
});

it('asks for content if there is only whitespace, and sends nothing', async () => {
  draw(<PostComposer places={[]} />);
  type('  \n ');
  share();
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain(messages.contentRequired);
  expect(api.asked(endpoints.createPost)).toEqual([]);
});

it('shows how many characters are left near the limit, and shares nothing beyond it', () => {
  draw(<PostComposer places={[]} />);
  const left = () => screen.queryByText(/left$|over the limit$/)?.textContent;
  type('x'.repeat(limits.post.text - 101));
  expect(left()).toBeUndefined();
  type('x'.repeat(limits.post.text - 100));
  expect(left()).toBe('100 left');
  // Anything that looks like one character counts as one.
  type('😀'.repeat(limits.post.text));
  expect(left()).toBe('0 left');
  type('x'.repeat(limits.post.text + 3));
  expect(left()).toBe('3 over the limit');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Share Post' }).disabled).toBe(true);
});

it.each([
  ['says what the server said', () => api.refuse(endpoints.createPost, 422, 'Not this one.'), 'Not this one.'],
  [
    "says that Hubbub can't be reached, where the browser keeps nothing",
    () => {
      vi.stubGlobal('indexedDB', undefined);
      api.disconnect();
    },
    "We couldn't reach Hubbub. Check your connection and try again.",
  ],
])("a post that can't be shared %s, and its text stays", async (_, fail, text) => {
  fail();
  const { at } = draw(<PostComposer places={[]} />);
  type('Keep me');
  share();
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain(text);
  fireEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(field().value).toBe('Keep me');
  expect(field().readOnly).toBe(false);
  expect(at()).toBe('/');
});

it('pressing again while a post is being sent shares it only once; Cancel brings the text back', async () => {
  const answer = api.hold(endpoints.createPost, { post: makePost() });
  const { at } = draw(<PostComposer places={[]} />);
  type('Only once');
  share();
  share();
  expect(field().readOnly).toBe(true);
  await waitFor(() => expect(api.asked(endpoints.createPost)).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(field().readOnly).toBe(false));
  answer();
  expect(api.asked(endpoints.createPost)).toHaveLength(1);
  expect(field().value).toBe('Only once');
  expect(at()).toBe('/');
});

it('without a connection, a post waits in the outbox with its files, and its draft is gone', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  api.disconnect();
  const { container, at } = draw(<PostComposer places={[]} />);
  type('From the train');
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['sound'], 'rails.mp3', { type: 'audio/mpeg' })] } });
  await screen.findAllByText('rails.mp3');
  share();
  await waitFor(() => expect(at()).toBe('/feed'));
  expect(currentDraft('post')).toBeUndefined();
  expect(currentDraft('post-files')).toBeUndefined();
  const [post] = waitingPosts();
  expect(post?.form).toMatchObject({ content: 'From the train', files: [{ name: 'rails.mp3' }] });
});

it("while a post is sent it isn't a draft anymore, and its fields show it; refused, it's one again", async () => {
  const answer = api.hold(endpoints.createPost, { post: makePost() });
  const first = draw(<PostComposer places={[]} />);
  type('In one place');
  share();
  await waitFor(() => expect(currentDraft('post')).toBeUndefined());
  expect(field().value).toBe('In one place');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(currentDraft('post')).toMatchObject({ text: 'In one place' }));
  expect(waitingPosts()).toEqual([]);
  answer();
  first.unmount();
});

it('asks before leaving an unsent post, and discards it if confirmed', async () => {
  const { at } = draw(<PostComposer places={[]} />);
  type('Unsent');
  const leave = () => fireEvent.click(screen.getByRole('link', { name: 'Back to the feed' }));
  leave();
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(field().value).toBe('Unsent');
  leave();
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(at()).toBe('/feed'));
  expect(currentDraft('post')).toBeUndefined();
});

it('schedules a post for a time by this clock, and begins a new one', async () => {
  api.answer(endpoints.createPost, { scheduled: { draft_id: 'd', publish_at: '2030-01-02T03:04:00.000Z' } });
  draw(<PostComposer places={[]} />);
  type('Later');
  fireEvent.click(screen.getByRole('button', { name: 'Schedule' }));
  expect(screen.getByText(/^Time zone: /)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Publish at'), { target: { value: '2030-01-02T03:04' } });
  fireEvent.click(screen.getByRole('button', { name: 'Schedule Post' }));
  await waitFor(() => expect(field().value).toBe(''));
  expect(api.asked(endpoints.createPost).map(({ body }) => body)).toEqual([
    { content: ['Later'], publish_at: [new Date('2030-01-02T03:04').toISOString()] },
  ]);
  expect(screen.getByRole('button', { name: 'Share Post' })).toBeTruthy();
});

it("doesn't schedule for a time that's over", async () => {
  draw(<PostComposer places={[]} />);
  type('Later');
  fireEvent.click(screen.getByRole('button', { name: 'Schedule' }));
  fireEvent.change(screen.getByLabelText('Publish at'), { target: { value: '2020-01-02T03:04' } });
  fireEvent.click(screen.getByRole('button', { name: 'Schedule Post' }));
  await screen.findByText('Choose a time in the future.');
  expect(api.asked(endpoints.createPost)).toEqual([]);
});
