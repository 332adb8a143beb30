import { Slot } from 'radix-ui';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { MenuItem } from '#ui/dropdown-menu/OpenMenu.tsx';

const load = () => import('#ui/dropdown-menu/OpenMenu.tsx');
const OpenMenu = lazy(load);

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
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setUsed(true)}
    >
      {trigger}
    </Slot.Root>
  );
  if (!used) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={trigger} align={align} items={items} />
    </Suspense>
  );
}
