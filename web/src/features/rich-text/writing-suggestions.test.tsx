// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/rich-text/rich-text.endpoints.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WritingAids } from '#features/rich-text/WritingAids.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';
import { Dialog } from '#ui/dialog/Dialog.tsx';

let api: ReturnType<typeof fakeApi>;
const asked = vi.fn();
const sent = vi.fn();
/** The text that the form was last drawn with. */
let drawn = '';
beforeEach(() => {
  api = fakeApi();
  signIn({ username: 'me' });
  asked.mockReset();
  sent.mockReset();
  api.answer(endpoints.findMentionable, ({ query }) => {
    asked(query);
    const people = ['ana', 'anatol'].filter((name) => name.startsWith(query.query ?? ''));
    return { users: people.map((username) => ({ username, name: `The ${username}`, profile_path: '' })) };
  });
});
afterEach(tidy);

function Form() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  drawn = text;
  return (
    <>
      <WritingAids field={field} text={text} onText={setText} place={{ conversation: 'room' }} />
      <textarea
        ref={field}
        aria-label="Message"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && sent(text)}
      />
    </>
  );
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const write = (text: string) => {
  field().focus();
  fireEvent.change(field(), { target: { value: text } });
  field().setSelectionRange(text.length, text.length);
  fireEvent.input(field());
};
const type = async (text: string) => {
  draw(<Form />);
  write(text);
};
const press = (key: string) => act(async () => fireEvent.keyDown(field(), { key }));

it('suggests people who can see the place, and Enter inserts the one the arrow keys chose instead of sending', async () => {
  await type('Hi @an');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ query: 'an', conversation: 'room' }));
  await press('ArrowDown');
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id);
  await press('Enter');
  expect(field().value).toBe('Hi @anatol ');
  expect(sent).not.toHaveBeenCalled();
  expect(screen.queryByRole('listbox')).toBeNull();
  await press('Enter');
  expect(sent).toHaveBeenCalledWith('Hi @anatol ');
});

it('of each name, the first suggestion is chosen at first, wherever the arrow keys were before', async () => {
  await type('@an');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  await press('ArrowDown');
  await press('Enter');
  expect(field().value).toBe('@anatol ');
  fireEvent.change(field(), { target: { value: '@anatol @an' } });
  field().setSelectionRange(11, 11);
  fireEvent.input(field());
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  await press('Enter');
  expect(field().value).toBe('@anatol @ana ');
});

it('Escape closes the suggestions until another name begins, and a tap inserts', async () => {
  await type('@an');
  await screen.findByRole('listbox');
  await press('Escape');
  expect(screen.queryByRole('listbox')).toBeNull();
  fireEvent.change(field(), { target: { value: '@an @ana' } });
  field().setSelectionRange(8, 8);
  fireEvent.input(field());
  const [, second] = await waitFor(() => {
    const options = screen.getAllByRole('option');
    expect(options).toHaveLength(2);
    return options;
  });
  if (second) fireEvent.click(second);
  expect(field().value).toBe('@an @anatol ');
});

it('in a dialog, Escape closes the suggestions first, and keeps what was typed', async () => {
  const onClose = vi.fn();
  draw(
    <Dialog open onOpenChange={onClose} title="Edit post">
      <Form />
    </Dialog>,
  );
  write('@an');
  await screen.findByRole('listbox');
  await press('Escape');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  await press('Escape');
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledWith(false));
});

it('says nothing for names that nobody has', async () => {
  await type('@zzz');
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.queryByRole('listbox')).toBeNull();
});

it("takes over what's typed before it looks for a name, so that no render puts back the text from before", async () => {
  await type('@an');
  await screen.findByRole('listbox');
  const seen: string[] = [];
  const caret = vi.spyOn(field(), 'selectionStart', 'get').mockImplementation(() => {
    seen.push(drawn);
    return 4;
  });
  fireEvent.input(field(), { target: { value: '@ana' } });
  caret.mockRestore();
  expect(new Set(seen)).toEqual(new Set(['@ana']));
});
