// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { SearchBox } from '#ui/search-box/SearchBox.tsx';

const people = ['Ada', 'Bob', 'Cyd'];
const onChoose = vi.fn<(name: string) => void>();
const onSubmit = vi.fn<() => void>();

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

/** A search box that shows everyone as soon as something is typed. */
function Box({ submits, links }: { submits?: boolean; links?: boolean }) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  return (
    <SearchBox
      label="Search people"
      placeholder="Search"
      listLabel="People"
      text={text}
      onText={(next) => {
        setText(next);
        setOpen(true);
      }}
      shown={open && text !== ''}
      onOpenChange={setOpen}
      items={text === 'nobody' ? [] : people}
      option={(name) => ({ key: name, picture: null, title: name, detail: name, ...(links && { to: `/${name}` }) })}
      onChoose={onChoose}
      status={text === 'nobody' ? 'No results found' : undefined}
      onSubmit={submits ? onSubmit : undefined}
    />
  );
}

function draw(props: { submits?: boolean; links?: boolean } = {}) {
  render(
    <MemoryRouter>
      <Box {...props} />
      <button type="button">Elsewhere</button>
    </MemoryRouter>,
  );
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search people' });
  field.focus();
  return {
    field,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    press: (key: string, more: object = {}) => fireEvent.keyDown(field, { key, ...more }),
    marked: () => screen.queryAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true'),
    isOpen: () => field.getAttribute('aria-expanded') === 'true',
  };
}

it('is a combobox with its own list, and announces the number of results', () => {
  const { field, type, isOpen } = draw();
  expect(isOpen()).toBe(false);
  type('a');
  expect(isOpen()).toBe(true);
  expect(field.value).toBe('a');
  expect(field.getAttribute('aria-autocomplete')).toBe('list');
  expect(screen.getByRole('listbox', { name: 'People' }).id).toBe(field.getAttribute('aria-controls'));
  expect(screen.getByRole('status').textContent).toBe('3 found');
  type('nobody');
  expect(screen.getByRole('status').textContent).toBe('No results found');
});

it('highlights with the arrow keys, wrapping at both ends, and chooses the highlighted result with Enter', () => {
  const { field, type, press, marked } = draw();
  type('a');
  expect(marked()).toBeUndefined();
  press('ArrowDown');
  expect(marked()?.textContent).toContain('Ada');
  expect(field.getAttribute('aria-activedescendant')).toBe(marked()?.id);
  press('ArrowUp');
  expect(marked()?.textContent).toContain('Cyd');
  press('ArrowDown');
  press('ArrowDown');
  expect(marked()?.textContent).toContain('Bob');
  press('Enter');
  expect(onChoose.mock.calls).toEqual([['Bob']]);
});

it('chooses the first result with Enter if none is highlighted, but nothing during IME composition', () => {
  const { type, press } = draw();
  type('a');
  press('Enter', { isComposing: true });
  expect(onChoose).not.toHaveBeenCalled();
  press('Enter');
  expect(onChoose.mock.calls).toEqual([['Ada']]);
});

it('clears the highlight when the text changes', () => {
  const { type, press, marked } = draw();
  type('a');
  press('ArrowDown');
  type('ab');
  expect(marked()).toBeUndefined();
});

it('Esc closes it and keeps the text; a second Esc clears it', () => {
  const { field, type, press, isOpen } = draw();
  type('a');
  press('Escape');
  expect(isOpen()).toBe(false);
  expect(field.value).toBe('a');
  press('Escape');
  expect(field.value).toBe('');
});

it('chooses with a click, and stays open until its parent closes it', () => {
  const { type, isOpen } = draw();
  type('a');
  fireEvent.click(screen.getAllByRole('option')[2] as HTMLElement);
  expect(onChoose.mock.calls).toEqual([['Cyd']]);
  expect(isOpen()).toBe(true);
});

it('closes without choosing when it loses the focus', () => {
  const { field, type, press, isOpen } = draw();
  type('a');
  press('ArrowDown');
  fireEvent.blur(field, { relatedTarget: screen.getByRole('button', { name: 'Elsewhere' }) });
  expect(isOpen()).toBe(false);
  expect(onChoose).not.toHaveBeenCalled();
});

it('its button clears it, and focusing the button keeps it open', () => {
  const { field, type, isOpen } = draw();
  type('a');
  const clear = screen.getByRole('button', { name: 'Clear search' });
  fireEvent.blur(field, { relatedTarget: clear });
  expect(isOpen()).toBe(true);
  fireEvent.click(clear);
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(field);
});

it('leaves Home and End for moving the caret', () => {
  const { type, press, marked } = draw();
  type('a');
  expect(press('End'), 'not prevented').toBe(true);
  expect(marked()).toBeUndefined();
});

it('searches with Enter if it has a search button, unless a result is highlighted', () => {
  const { field, type, press } = draw({ submits: true });
  type('a');
  expect(press('Enter'), 'left to the form').toBe(true);
  fireEvent.submit(field.closest('form') as HTMLFormElement);
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(onChoose).not.toHaveBeenCalled();
  press('ArrowDown');
  expect(press('Enter'), 'handled here').toBe(false);
  expect(onChoose.mock.calls).toEqual([['Ada']]);
  press('Escape');
  press('Escape');
  expect(field.value).toBe('a');
});

it('renders results as links if choosing one means going there', () => {
  const { type } = draw({ links: true });
  type('a');
  expect(screen.getAllByRole('option')[1]?.getAttribute('href')).toBe('/Bob');
});
