// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { draw, tidy } from '#test/draw.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';

afterEach(tidy);

/** Dialogs look for clicks beside them from then on. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

function clickBeside(): void {
  fireEvent.pointerDown(document.body);
  fireEvent.click(document.body);
}

const Page = ({ isMenuOpen, isDialogOpen }: { isMenuOpen: boolean; isDialogOpen: boolean }) => (
  <>
    <button type="button" id="more">
      More
    </button>
    {isMenuOpen && (
      <div role="menu" aria-labelledby="more">
        <button type="button" role="menuitem">
          Edit
        </button>
      </div>
    )}
    <Dialog open={isDialogOpen} onOpenChange={() => undefined} title="Edit">
      <input aria-label="Text" data-autofocus />
    </Dialog>
  </>
);

it("a dialog that comes at the moment its menu goes gives the focus back to the menu's button", async () => {
  const { rerender } = draw(<Page isMenuOpen isDialogOpen={false} />);
  screen.getByRole('menuitem').focus();
  rerender(<Page isMenuOpen={false} isDialogOpen />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')));
  rerender(<Page isMenuOpen={false} isDialogOpen={false} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })));
});

function Parts() {
  const [part, setPart] = useState<string>();
  const close = () => setPart(undefined);
  return (
    <>
      <button type="button" onClick={() => setPart('Members')}>
        Open
      </button>
      {part !== undefined && (
        <Dialog key={part} open onOpenChange={close} title={part}>
          <button type="button" onClick={() => setPart('Add people')}>
            Next
          </button>
        </Dialog>
      )}
    </>
  );
}

it('a dialog that took the place of another gives the focus back to what opened the first', async () => {
  draw(<Parts />);
  const press = (name: string) => {
    const button = screen.getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
  };
  press('Open');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Members' })));
  press('Next');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Add people' })));
  press('Close');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
});

it.each([
  ['a click beside it', clickBeside],
  ['Esc', () => fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' })],
  ['its close button', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
])('a dialog closed by %s asks before a text in it is lost', async (_, leave) => {
  const onOpenChange = vi.fn();
  draw(
    <Dialog open onOpenChange={onOpenChange} title="Edit">
      <input aria-label="Text" data-autofocus />
    </Dialog>,
  );
  await act(nextTask);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'A text that took a while' } });
  leave();
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(onOpenChange).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  leave();
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false));
});
