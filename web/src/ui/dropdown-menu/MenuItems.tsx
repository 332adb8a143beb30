import type { LucideIcon } from 'lucide-react';
import type { ContextMenu, DropdownMenu } from 'radix-ui';
import { cx } from '#ui/cx.ts';

export interface MenuItem {
  label: string;
  icon?: LucideIcon | undefined;
  danger?: boolean | undefined;
  onSelect: () => void;
}

/** How the sheet of a menu looks. */
export const menuLook =
  'z-50 min-w-44 animate-rise rounded-control border border-line bg-surface p-1 shadow-float data-[state=closed]:animate-leave';

/** Where the sheet of a menu is put: within a landmark, and within the dialog that is open, beside which all else is inert. */
export const menuPlace = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[role=dialog][data-state=open]') ?? document.querySelector('main');

interface MenuItemsProps {
  /** The item of the menu that they stand in. */
  as: typeof DropdownMenu.Item | typeof ContextMenu.Item;
  items: readonly MenuItem[];
}

/** The actions of a menu, below its button or where one pressed. */
export function MenuItems({ as: Item, items }: MenuItemsProps) {
  return items.map(({ label, icon: Icon, danger = false, onSelect }) => (
    <Item
      key={label}
      onSelect={onSelect}
      className={cx(
        'flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-sm px-3 font-medium text-sm outline-none data-[highlighted]:bg-raised',
        danger ? 'text-danger-text' : 'text-text',
      )}
    >
      {Icon !== undefined && <Icon size={18} aria-hidden="true" />}
      {label}
    </Item>
  ));
}
