import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '#ui/cx.ts';

interface DropdownMenuProps {
  /** The button that opens it; needs an accessible name. */
  trigger: ReactElement;
  align?: 'start' | 'end' | undefined;
  /** `DropdownMenuItem`s. */
  children: ReactNode;
}

/** A menu of actions below its button; arrow keys, letters and Esc work. */
export function DropdownMenu({ trigger, align = 'end', children }: DropdownMenuProps) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 animate-rise rounded-control border border-line bg-surface p-1 shadow-float data-[state=closed]:animate-leave"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface DropdownMenuItemProps {
  icon?: LucideIcon | undefined;
  danger?: boolean | undefined;
  onSelect: () => void;
  children: ReactNode;
}

export function DropdownMenuItem({ icon: Icon, danger = false, onSelect, children }: DropdownMenuItemProps) {
  return (
    <Primitive.Item
      onSelect={onSelect}
      className={cx(
        'flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-sm px-3 font-medium text-sm outline-none data-[highlighted]:bg-raised',
        danger ? 'text-danger-text' : 'text-text',
      )}
    >
      {Icon !== undefined && <Icon size={18} aria-hidden="true" />}
      {children}
    </Primitive.Item>
  );
}
