// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as scheduling from '@hubbub/contract/features/posts/scheduled.endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepDraft, mostDrafts } from '#features/posts/kept-drafts.ts';
import { PostComposer } from '#features/posts/PostComposer.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

beforeEach(() => {
  fakeApi().answer(scheduling.listScheduledPosts, { drafts: [] });
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
const draft = (text: string) => keepDraft({ text, poll: '', alts: [], files: [] }, () => undefined, []);

it('whoever leaves a post can keep it as a draft with its files and their descriptions, and go on with it later', async () => {
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
