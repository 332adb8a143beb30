// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WritingAids } from '#features/rich-text/WritingAids.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';

beforeEach(() => signIn({ username: 'me' }));
afterEach(tidy);

function Form({ readOnly = false }: { readOnly?: boolean }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('a word here');
  return (
    <>
      <WritingAids field={field} text={text} onText={setText} place={{}} />
      <textarea
        ref={field}
        aria-label="Message"
        value={text}
        readOnly={readOnly}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </>
  );
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const select = (start: number, end: number) =>
  act(async () => {
    field().focus();
    field().setSelectionRange(start, end);
    fireEvent.select(field());
  });
const bar = () => screen.findByRole('toolbar', { name: 'Formatting' });
const selected = () => field().value.slice(field().selectionStart, field().selectionEnd);

it("a bar formats what's selected, keeps it selected, and takes the signs away again", async () => {
  draw(<Form />);
  await select(2, 6);
  await bar();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Bold' })));
  expect([field().value, selected()]).toEqual(['a **word** here', 'word']);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Bold' })));
  expect(field().value).toBe('a word here');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Quote' })));
  expect(field().value).toBe('> a word here');
});

it("isn't there while nothing is selected, or nothing can be changed", async () => {
  const drawn = draw(<Form />);
  await select(2, 6);
  await bar();
  await select(3, 3);
  expect(screen.queryByRole('toolbar')).toBeNull();
  drawn.unmount();
  draw(<Form readOnly />);
  await select(2, 6);
  expect(screen.queryByRole('toolbar')).toBeNull();
});

it('is reached, walked and left with the keyboard, and keys format without it', async () => {
  draw(<Form />);
  await select(2, 6);
  await bar();
  const focused = () => document.activeElement?.getAttribute('aria-label');
  await act(async () => fireEvent.keyDown(field(), { key: 'F10', altKey: true }));
  expect(focused()).toBe('Bold');
  const press = (key: string) =>
    act(async () => document.activeElement && fireEvent.keyDown(document.activeElement, { key }));
  await press('ArrowRight');
  expect(focused()).toBe('Italic');
  await press('ArrowLeft');
  await press('ArrowLeft');
  expect(focused()).toBe('List');
  await press('Escape');
  expect(focused()).toBe('Message');
  await act(async () => fireEvent.keyDown(field(), { key: 'i', ctrlKey: true }));
  expect(field().value).toBe('a _word_ here');
});

it('a word after a colon suggests emoji, and Enter inserts one', async () => {
  draw(<Form />);
  field().focus();
  fireEvent.change(field(), { target: { value: 'So :smi' } });
  field().setSelectionRange(7, 7);
  fireEvent.input(field());
  await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(1), { timeout: 5000 });
  const [first] = screen.getAllByRole('option');
  expect(first?.textContent).toMatch(/^😀/);
  await act(async () => fireEvent.keyDown(field(), { key: 'Enter' }));
  expect(field().value).toBe('So 😀 ');
});
