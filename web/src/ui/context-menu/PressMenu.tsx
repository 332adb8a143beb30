import { ContextMenu as Primitive } from 'radix-ui';
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import { type MenuItem, MenuItems, menuClasses, menuPlace } from '#ui/dropdown-menu/MenuItems.tsx';
import { useLayer } from '#ui/layer/layers.ts';

export interface PressMenuProps {
  /** The element that's pressed. */
  children: ReactElement;
  items: readonly MenuItem[];
  /** Where it was pressed before this code was there. */
  pressed: RefObject<MouseEventInit | null>;
}

/** The menu around an element. */
export default function PressMenu({ children, items, pressed }: PressMenuProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  useLayer(open, () => setOpen(false));
  useEffect(() => {
    if (pressed.current === null) return;
    const event = new MouseEvent('contextmenu', { ...pressed.current, bubbles: true, cancelable: true });
    pressed.current = null;
    place.current?.firstElementChild?.dispatchEvent(event);
  }, [pressed]);
  return (
    <Primitive.Root modal={false} open={open} onOpenChange={setOpen}>
      <span ref={place} className="contents">
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      </span>
      <Primitive.Portal container={menuPlace()}>
        <Primitive.Content collisionPadding={8} className={menuClasses}>
          <MenuItems as={Primitive.Item} items={items} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
