import { ContextMenu as Primitive } from 'radix-ui';
import type { ReactElement } from 'react';
import { type MenuItem, MenuItems, menuLook, menuPlace } from '#ui/dropdown-menu/MenuItems.tsx';

interface ContextMenuProps {
  /** What is pressed. */
  children: ReactElement;
  items: readonly MenuItem[];
  /** Leaves the browser's own menu. */
  disabled?: boolean | undefined;
}

/** A menu of actions where one pressed for long on a touch screen, clicked with the other button, or pressed the menu key. */
export function ContextMenu({ children, items, disabled = false }: ContextMenuProps) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild disabled={disabled}>
        {children}
      </Primitive.Trigger>
      <Primitive.Portal container={menuPlace()}>
        <Primitive.Content collisionPadding={8} className={menuLook}>
          <MenuItems as={Primitive.Item} items={items} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
