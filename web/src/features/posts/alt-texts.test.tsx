// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as endpoints from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MediaCarousel } from '#features/posts/MediaCarousel.tsx';
import { PostComposer } from '#features/posts/PostComposer.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeFile, makePost } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

const sound = (name: string) => new File(['la la'], name, { type: 'audio/mpeg' });

async function choose(...names: string[]) {
  fireEvent.change(screen.getByLabelText('Media'), { target: { files: names.map(sound) } });
  await screen.findByRole('button', { name: `Show ${names.at(-1)}` });
}

const description = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Describe this sound' });
const describeIt = (value: string) => fireEvent.change(description(), { target: { value } });
const share = () => fireEvent.click(screen.getByRole('button', { name: 'Share Post' }));
const shared = () => api.asked(endpoints.createPost).map(({ body }) => body.alts);

it('sends a description for each file, in their order, and forgets them once the post is shared', async () => {
  api.answer(endpoints.createPost, { post: makePost() });
  const { at } = draw(<PostComposer places={[]} />);
  await choose('one.mp3', 'two.mp3');
  fireEvent.click(screen.getByRole('button', { name: 'Show two.mp3' }));
  describeIt(' A bell rings ');
  fireEvent.click(screen.getByRole('button', { name: 'Show one.mp3' }));
  expect(description().value).toBe('');
  fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: 'Listen' } });
  share();
  await waitFor(() => expect(at()).toBe('/feed'));
  expect(shared()).toEqual([['["","A bell rings"]']]);
});

it('never requires one', async () => {
  api.answer(endpoints.createPost, { post: makePost() });
  const { at } = draw(<PostComposer places={[]} />);
  await choose('one.mp3');
  fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: 'Listen' } });
  share();
  await waitFor(() => expect(at()).toBe('/feed'));
  expect(shared()).toEqual([undefined]);
});

it('a description ends at its limit, and survives a reload', async () => {
  const { unmount } = draw(<PostComposer places={[]} />);
  await choose('one.mp3');
  describeIt('😀'.repeat(limits.post.alt + 3));
  expect([...description().value]).toHaveLength(limits.post.alt);
  expect(screen.getByText(`${limits.post.alt} / ${limits.post.alt}`)).toBeDefined();
  describeIt('A bell');
  unmount();
  draw(<PostComposer places={[]} />);
  await screen.findByRole('button', { name: 'Show one.mp3' });
  expect(description().value).toBe('A bell');
});

it('a description that is written while other files are prepared stays', async () => {
  draw(<PostComposer places={[]} />);
  await choose('one.mp3');
  fireEvent.change(screen.getByLabelText('Media'), { target: { files: [sound('two.mp3')] } });
  describeIt('A bell');
  await screen.findByRole('button', { name: 'Show two.mp3' });
  fireEvent.click(screen.getByRole('button', { name: 'Show one.mp3' }));
  expect(description().value).toBe('A bell');
});

it("a picture's description is its alternative text, and the ALT mark shows it to everybody", async () => {
  const files = [makeFile({ alt: 'A red fox\nin the snow' }), makeFile()];
  draw(<MediaCarousel files={files} username="ada" eager />);
  expect(screen.getByAltText('A red fox in the snow')).toBeDefined();
  expect(screen.getByAltText('Picture 2 of 2 by ada')).toBeDefined();
  const marks = screen.getAllByRole('button', { name: 'ALT: read the description' });
  expect(marks).toHaveLength(1);
  fireEvent.click(marks[0]!);
  const dialog = await screen.findByRole('dialog', { name: 'Description' });
  expect(dialog.textContent).toContain('A red fox\nin the snow');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
