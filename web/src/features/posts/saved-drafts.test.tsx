// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import * as scheduling from '@hubbub/contract/features/posts/scheduled.endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PostComposer } from '#features/posts/PostComposer.tsx';
import { freshPoll } from '#features/posts/polls.rules.ts';
import { keepDraft, mostDrafts } from '#features/posts/saved-drafts.ts';
import { writeDraft } from '#platform/drafts.ts';
import { exactTime } from '#platform/time.ts';
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
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const answer = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
const leave = () => fireEvent.click(screen.getByRole('link', { name: 'Back to the feed' }));
const textsOf = () =>
  within(screen.getByRole('list', { name: 'Drafts' }))
    .getAllByRole('button', { name: /^Go on with/ })
    .map(({ textContent }) => textContent?.replace('Go on with ', ''));
const more = { poll: '', alts: [], files: [], place: '', placeName: '', quote: '', time: '' };
const draft = (text: string, given: Partial<typeof more> = {}) =>
  keepDraft({ text, ...more, ...given }, () => undefined, []);
const garden = { handle: 'garden', name: 'Garden' };
const place = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Post to' });
const sent = () => api.asked(endpoints.createPost).map(({ body }) => body);

it('leaving a post offers to keep it as a draft with its files and their descriptions, to go on with it later', async () => {
  const first = draw(<PostComposer places={[]} />);
  type('To be finished');
  const input = first.container.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['sound'], 'bell.mp3', { type: 'audio/mpeg' })] } });
  await screen.findAllByText('bell.mp3');
  leave();
  await answer('Keep as a draft');
  await waitFor(() => expect(first.at()).toBe('/feed'));
  first.unmount();

  draw(<PostComposer places={[]} />);
  expect(field().value).toBe('');
  expect(await screen.findByText(/· 1 file$/)).toBeTruthy();
  press(/^Go on with To be finished/);
  await waitFor(() => expect(field().value).toBe('To be finished'));
  await screen.findAllByText('bell.mp3');
  expect(screen.queryByRole('list', { name: 'Drafts' })).toBeNull();
});

it('going on with a draft puts aside what is written meanwhile', async () => {
  draft('The older one');
  draw(<PostComposer places={[]} />);
  await screen.findByText('The older one');
  type('The newer one');
  press(/^Go on with The older one/);
  await waitFor(() => expect(field().value).toBe('The older one'));
  expect(textsOf()).toEqual([expect.stringMatching(/^The newer one/)]);
});

it('a draft is deleted after a question', async () => {
  draft('Not this one');
  draft('This one');
  draw(<PostComposer places={[]} />);
  await screen.findByText('This one');
  press('Delete the draft This one');
  await answer('Delete');
  await waitFor(() => expect(textsOf()).toEqual([expect.stringMatching(/^Not this one/)]));
});

it('with as many drafts as are kept, another one stays where it is, and says what to do', async () => {
  for (let n = 0; n < mostDrafts; n += 1) draft(`Draft ${n}`);
  const { at } = draw(<PostComposer places={[]} />);
  type('One too many');
  leave();
  await answer('Keep as a draft');
  await screen.findByText(/Delete one to keep another/);
  await answer('OK');
  expect(at()).toBe('/');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(field().value).toBe('One too many');
});

it('a draft keeps its community, the post it quotes and when it is planned', async () => {
  const quoted = makePost({ content: 'The original' });
  api.answer(endpoints.getPost, { post: quoted });
  const first = draw(<PostComposer places={[garden]} initialQuote={quoted.post_id} />);
  type('To be finished');
  fireEvent.change(place(), { target: { value: 'garden' } });
  press('Schedule');
  const planned = screen.getByLabelText<HTMLInputElement>('Publish at').value;
  leave();
  await answer('Keep as a draft');
  await waitFor(() => expect(first.at()).toBe('/feed'));
  first.unmount();

  draw(<PostComposer places={[garden]} />);
  const at = exactTime(new Date(planned).toISOString()).replaceAll(/\s+/g, ' ');
  expect(await screen.findByText(new RegExp(`· for Garden · with a quoted post · planned for ${at}$`))).toBeTruthy();
  expect([place().value, screen.queryByLabelText('Publish at')]).toEqual(['', null]);
  type('Something else, for everyone');
  press(/^Go on with To be finished/);
  await waitFor(() => expect(field().value).toBe('To be finished'));
  expect(await screen.findByText('The original')).toBeTruthy();
  expect(place().value).toBe('garden');
  expect(screen.getByLabelText<HTMLInputElement>('Publish at').value).toBe(planned);
  // What was put aside is for everyone again, and planned for no time.
  press(/^Go on with Something else/);
  await waitFor(() => expect(field().value).toBe('Something else, for everyone'));
  expect([place().value, screen.queryByLabelText('Publish at'), screen.queryByText('The original')]).toEqual([
    '',
    null,
    null,
  ]);
});

it("a draft for a community that its author has left says so, and can't be shared until they choose another place", async () => {
  draft('For the gardeners', { place: 'garden', placeName: 'Garden' });
  api.answer(endpoints.createPost, { post: makePost() });
  const { at } = draw(<PostComposer places={[{ handle: 'kitchen', name: 'Kitchen' }]} />);
  fireEvent.click(await screen.findByRole('button', { name: /^Go on with For the gardeners/ }));
  expect(await screen.findByText("You can't post to Garden anymore. Choose where this post goes.")).toBeTruthy();
  press('Share Post');
  await answer('OK');
  expect(sent()).toEqual([]);
  fireEvent.change(place(), { target: { value: 'kitchen' } });
  expect(screen.queryByText(/You can't post to/)).toBeNull();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  press('Share Post');
  await waitFor(() => expect(at()).toBe('/feed'));
  expect(sent()).toEqual([{ content: ['For the gardeners'], community: ['kitchen'] }]);
});

it('a draft whose quoted post is gone says so, and can be shared without it', async () => {
  draft('Look at this', { quote: 'gone' });
  api.refuse(endpoints.getPost, 404, 'Post not found.');
  api.answer(endpoints.createPost, { post: makePost() });
  const { at } = draw(<PostComposer places={[]} />);
  fireEvent.click(await screen.findByRole('button', { name: /^Go on with Look at this/ }));
  expect(await screen.findByText(/The post you quote isn't available anymore/)).toBeTruthy();
  expect(field().value).toBe('Look at this');
  press("Don't quote this post");
  press('Share Post');
  await waitFor(() => expect(at()).toBe('/feed'));
  expect(sent()).toEqual([{ content: ['Look at this'] }]);
});

it('what one goes on with survives a reload with its community, the post it quotes and when it is planned', async () => {
  const quoted = makePost({ content: 'The original' });
  api.answer(endpoints.getPost, { post: quoted });
  draft('To be finished', { place: 'garden', placeName: 'Garden', quote: quoted.post_id, time: '2099-05-01T10:00' });
  const first = draw(<PostComposer places={[garden]} />);
  fireEvent.click(await screen.findByRole('button', { name: /^Go on with To be finished/ }));
  await waitFor(() => expect(field().value).toBe('To be finished'));
  first.unmount();

  draw(<PostComposer places={[garden]} />);
  expect(await screen.findByText('The original')).toBeTruthy();
  const time = screen.getByLabelText<HTMLInputElement>('Publish at').value;
  expect([field().value, place().value, time]).toEqual(['To be finished', 'garden', '2099-05-01T10:00']);
});

it('a community chosen for a post without a text is forgotten when one leaves', async () => {
  const first = draw(<PostComposer places={[garden]} />);
  fireEvent.change(place(), { target: { value: 'garden' } });
  leave();
  await waitFor(() => expect(first.at()).toBe('/feed'));
  first.unmount();
  draw(<PostComposer places={[garden]} />);
  await waitFor(() => expect(place().value).toBe(''));
});

it("another tab's choice doesn't change where a post goes", async () => {
  draw(<PostComposer places={[garden]} initialCommunity="garden" />);
  type('For the gardeners');
  act(() => writeDraft('post', { text: 'For the gardeners', place: '' }));
  expect([field().value, place().value]).toEqual(['For the gardeners', 'garden']);
});

it('what an earlier version of the app kept is still there: a text and its poll', async () => {
  writeDraft('post', 'Begun last week');
  writeDraft('post-poll', JSON.stringify({ ...freshPoll, choices: ['Tea', 'Coffee'] }));
  draw(<PostComposer places={[]} />);
  expect(field().value).toBe('Begun last week');
  expect(await screen.findByDisplayValue('Coffee')).toBeTruthy();
});
