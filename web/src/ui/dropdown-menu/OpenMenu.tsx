import { DropdownMenu as Primitive } from 'radix-ui';
import { type FocusEvent, type ReactElement, useRef, useState } from 'react';
import { type MenuItem, MenuItems, menuClasses, menuPlace } from '#ui/dropdown-menu/MenuItems.tsx';
import { leaveFocusInField } from '#ui/focus/leave-focus-in-field.ts';
import { useLayer } from '#ui/layer/layers.ts';

export interface OpenMenuProps {
  trigger: ReactElement;
  items: readonly MenuItem[];
  /** Whether it's open; undefined: from the beginning, until it's closed. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/**
 * The first item gets the focus if the menu was opened by keyboard. The library does that only for keys pressed once it's mounted, and it's
 * mounted by the first of them.
 */
function useFirstFocus() {
  const isDone = useRef(false);
  return {
    enter({ target, currentTarget }: FocusEvent<HTMLElement>) {
      if (isDone.current || target !== currentTarget) return;
      isDone.current = true;
      if (currentTarget.matches(':focus-visible')) currentTarget.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    },
    leave() {
      isDone.current = false;
    },
  };
}

/** The menu, mounted from its first opening on. */
export default function OpenMenu({ trigger, items, open, onOpenChange }: OpenMenuProps) {
  const { enter, leave } = useFirstFocus();
  const [ownOpen, setOwnOpen] = useState(true);
  const isOpen = open ?? ownOpen;
  const change = onOpenChange ?? setOwnOpen;
  useLayer(isOpen, () => change(false));
  return (
    <Primitive.Root modal={false} open={isOpen} onOpenChange={change}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal container={menuPlace()}>
        <Primitive.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onFocus={enter}
          onCloseAutoFocus={(event) => {
            leave();
            leaveFocusInField(event);
          }}
          className={menuClasses}
        >
          <MenuItems as={Primitive.Item} items={items} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
