import { Slot } from 'radix-ui';
import { type MouseEvent, type ReactElement, useRef } from 'react';
import type { PressMenuProps } from '#ui/context-menu/PressMenu.tsx';
import type { MenuItem } from '#ui/dropdown-menu/MenuItems.tsx';
import { late } from '#ui/late/late.tsx';

const PressMenu = late<PressMenuProps>(async () => (await import('#ui/context-menu/PressMenu.tsx')).default, {
  name: 'The menu',
  waiting: ({ children, pressed }) => (
    <Slot.Root
      onContextMenu={(event: MouseEvent) => {
        event.preventDefault();
        const { clientX, clientY } = event;
        pressed.current = { clientX, clientY };
      }}
    >
      {children}
    </Slot.Root>
  ),
  failed: (_, { children }) => children,
});

interface ContextMenuProps {
  /** The element that's pressed. */
  children: ReactElement;
  items: readonly MenuItem[];
  /** Keeps the browser's own menu. */
  disabled?: boolean | undefined;
}

/** A menu of actions, opened by a long press on touch screens, a right-click, or the menu key. Its code comes after the first screen. */
export function ContextMenu({ children, items, disabled = false }: ContextMenuProps) {
  const pressed = useRef<MouseEventInit>(null);
  if (disabled) return children;
  return (
    <PressMenu items={items} pressed={pressed}>
      {children}
    </PressMenu>
  );
}
