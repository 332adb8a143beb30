import { Slot } from 'radix-ui';
import { type ReactElement, useState } from 'react';
import type { MenuItem } from '#ui/dropdown-menu/MenuItems.tsx';
import type { OpenMenuProps } from '#ui/dropdown-menu/OpenMenu.tsx';
import { LoadFailureCard, late } from '#ui/late/late.tsx';

/** Shown instead of the menu until its code has loaded, or if it can't be loaded. */
interface Closed {
  closed: ReactElement;
  onClose: () => void;
}

const OpenMenu = late<OpenMenuProps & Closed>(async () => (await import('#ui/dropdown-menu/OpenMenu.tsx')).default, {
  name: 'The menu',
  whenIdle: true,
  waiting: ({ closed }) => closed,
  failed: (failure, { closed, onClose }) => (
    <>
      {closed}
      <LoadFailureCard failure={failure} onClose={onClose} />
    </>
  ),
});

interface DropdownMenuProps {
  /** The button that opens it; needs an accessible name. */
  trigger: ReactElement;
  items: readonly MenuItem[];
}

/**
 * A menu of actions below its button, with support for arrow keys, letters and Esc. Lists have one in every row, so its code loads when
 * a pointer or focus reaches the button.
 */
export function DropdownMenu({ trigger, items }: DropdownMenuProps) {
  const [used, setUsed] = useState(false);
  const closed = (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void OpenMenu.load()}
      onFocus={() => void OpenMenu.load()}
      onClick={() => setUsed(true)}
    >
      {trigger}
    </Slot.Root>
  );
  if (!used) return closed;
  return <OpenMenu trigger={trigger} items={items} closed={closed} onClose={() => setUsed(false)} />;
}
