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

/** A box that shows everybody as soon as something is typed. */
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

it('is a combobox with a list of its own, and says how much it has found', () => {
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

it('marks with the arrow keys, around both ends, and chooses what is marked with Enter', () => {
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

it('chooses the first result with Enter when nothing is marked, and nothing while a word is composed', () => {
  const { type, press } = draw();
  type('a');
  press('Enter', { isComposing: true });
  expect(onChoose).not.toHaveBeenCalled();
  press('Enter');
  expect(onChoose.mock.calls).toEqual([['Ada']]);
});

it('forgets the mark when the text changes', () => {
  const { type, press, marked } = draw();
  type('a');
  press('ArrowDown');
  type('ab');
  expect(marked()).toBeUndefined();
});

it('closes with Esc and keeps the text; a second Esc clears it', () => {
  const { field, type, press, isOpen } = draw();
  type('a');
  press('Escape');
  expect(isOpen()).toBe(false);
  expect(field.value).toBe('a');
  press('Escape');
  expect(field.value).toBe('');
});

it('chooses with a click, and stays open until whoever shows it closes it', () => {
  const { type, isOpen } = draw();
  type('a');
  fireEvent.click(screen.getAllByRole('option')[2] as HTMLElement);
  expect(onChoose.mock.calls).toEqual([['Cyd']]);
  expect(isOpen()).toBe(true);
});

it('chooses nothing when the focus leaves it, and closes', () => {
  const { field, type, press, isOpen } = draw();
  type('a');
  press('ArrowDown');
  fireEvent.blur(field, { relatedTarget: screen.getByRole('button', { name: 'Elsewhere' }) });
  expect(isOpen()).toBe(false);
  expect(onChoose).not.toHaveBeenCalled();
});

it('is cleared with its button, which the focus may go to while it is open', () => {
  const { field, type, isOpen } = draw();
  type('a');
  const clear = screen.getByRole('button', { name: 'Clear search' });
  fireEvent.blur(field, { relatedTarget: clear });
  expect(isOpen()).toBe(true);
  fireEvent.click(clear);
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(field);
});

it('leaves Home and End to the caret', () => {
  const { type, press, marked } = draw();
  type('a');
  expect(press('End'), 'not prevented').toBe(true);
  expect(marked()).toBeUndefined();
});

it('searches with Enter where it has a button for that, unless a result is marked', () => {
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

it('has links as results where choosing is going there', () => {
  const { type } = draw({ links: true });
  type('a');
  expect(screen.getAllByRole('option')[1]?.getAttribute('href')).toBe('/Bob');
});
