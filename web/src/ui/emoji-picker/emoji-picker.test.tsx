// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { draw, tidy } from '#test/draw.tsx';
import { EmojiPicker } from '#ui/emoji-picker/EmojiPicker.tsx';

afterEach(tidy);

it('after it closes, focus is back on its button, unless somebody writes in a field already', async () => {
  draw(
    <>
      <input aria-label="Message" />
      <EmojiPicker onPick={() => undefined} />
    </>,
  );
  const button = () => screen.getByRole('button', { name: 'Emoji' });
  const field = screen.getByRole('textbox', { name: 'Message' });
  const openAndClose = async () => {
    button().focus();
    fireEvent.click(button());
    await screen.findByRole('dialog', { name: 'Emoji picker' });
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  };
  await openAndClose();
  await waitFor(() => expect(document.activeElement).toBe(button()));
  await openAndClose();
  field.focus();
  // What closes it comes in a turn of its own.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(field);
});
