import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactElement } from 'react';
import { type MenuItem, MenuItems, menuClasses, menuPlace } from '#ui/dropdown-menu/MenuItems.tsx';

export interface OpenMenuProps {
  trigger: ReactElement;
  align: 'start' | 'end';
  items: readonly MenuItem[];
}

/** The menu, mounted from its first opening on. */
export default function OpenMenu({ trigger, align, items }: OpenMenuProps) {
  return (
    <Primitive.Root modal={false} defaultOpen>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal container={menuPlace()}>
        <Primitive.Content align={align} sideOffset={4} collisionPadding={8} className={menuClasses}>
          <MenuItems as={Primitive.Item} items={items} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
