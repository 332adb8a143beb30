// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { draw, tidy } from '#test/draw.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';

afterEach(tidy);

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
