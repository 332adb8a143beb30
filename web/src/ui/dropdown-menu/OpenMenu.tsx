import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactElement } from 'react';
import { cx } from '#ui/cx.ts';

export interface MenuItem {
  label: string;
  icon?: LucideIcon | undefined;
  danger?: boolean | undefined;
  onSelect: () => void;
}

interface OpenMenuProps {
  trigger: ReactElement;
  align: 'start' | 'end';
  items: readonly MenuItem[];
}

/** The menu from its first opening on. */
export default function OpenMenu({ trigger, align, items }: OpenMenuProps) {
  return (
    <Primitive.Root modal={false} defaultOpen>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 animate-rise rounded-control border border-line bg-surface p-1 shadow-float data-[state=closed]:animate-leave"
        >
          {items.map(({ label, icon: Icon, danger = false, onSelect }) => (
            <Primitive.Item
              key={label}
              onSelect={onSelect}
              className={cx(
                'flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-sm px-3 font-medium text-sm outline-none data-[highlighted]:bg-raised',
                danger ? 'text-danger-text' : 'text-text',
              )}
            >
              {Icon !== undefined && <Icon size={18} aria-hidden="true" />}
              {label}
            </Primitive.Item>
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
