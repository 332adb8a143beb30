import { ContextMenu as Primitive } from 'radix-ui';
import type { ReactElement } from 'react';
import { type MenuItem, MenuItems, menuClasses, menuPlace } from '#ui/dropdown-menu/MenuItems.tsx';

interface ContextMenuProps {
  /** The element that's pressed. */
  children: ReactElement;
  items: readonly MenuItem[];
  /** Keeps the browser's own menu. */
  disabled?: boolean | undefined;
}

/** A menu of actions, opened by a long press on touch screens, a right-click, or the menu key. */
export function ContextMenu({ children, items, disabled = false }: ContextMenuProps) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild disabled={disabled}>
        {children}
      </Primitive.Trigger>
      <Primitive.Portal container={menuPlace()}>
        <Primitive.Content collisionPadding={8} className={menuClasses}>
          <MenuItems as={Primitive.Item} items={items} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
