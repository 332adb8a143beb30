import { Slot } from 'radix-ui';
import { type ReactElement, useState } from 'react';
import type { MenuItem } from '#ui/dropdown-menu/MenuItems.tsx';
import type { OpenMenuProps } from '#ui/dropdown-menu/OpenMenu.tsx';
import { FailedCard, late } from '#ui/late/late.tsx';

/** What stands in the menu's place until its code is there, or when it can't be had. */
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
      <FailedCard failure={failure} onClose={onClose} />
    </>
  ),
});

interface DropdownMenuProps {
  /** The button that opens it; needs an accessible name. */
  trigger: ReactElement;
  align?: 'start' | 'end' | undefined;
  items: readonly MenuItem[];
}

/**
 * A menu of actions below its button; arrow keys, letters and Esc work. Lists carry one on each line, so its code comes when a pointer or the focus
 * reaches the button.
 */
export function DropdownMenu({ trigger, align = 'end', items }: DropdownMenuProps) {
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
  return <OpenMenu trigger={trigger} align={align} items={items} closed={closed} onClose={() => setUsed(false)} />;
}
