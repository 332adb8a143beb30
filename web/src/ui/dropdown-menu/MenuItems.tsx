import type { LucideIcon } from 'lucide-react';
import type { ContextMenu, DropdownMenu } from 'radix-ui';
import { cx } from '#ui/cx.ts';

export interface MenuItem {
  label: string;
  icon?: LucideIcon | undefined;
  danger?: boolean | undefined;
  onSelect: () => void;
}

/** A menu's styles. */
export const menuClasses =
  'z-50 min-w-44 animate-rise rounded-control border border-line bg-surface p-1 shadow-float data-[state=closed]:animate-leave';

/**
 * Where a menu is mounted: inside a landmark, and inside an open dialog if there is one, because everything outside it is inert. A
 * popover is a dialog too, and mounted here itself: it carries `data-popover`, so that it isn't taken for its own place.
 */
export const menuPlace = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[role=dialog][data-state=open]:not([data-popover])') ??
  document.querySelector('main');

interface MenuItemsProps {
  /** The menu library's item component to render. */
  as: typeof DropdownMenu.Item | typeof ContextMenu.Item;
  items: readonly MenuItem[];
}

/** A menu's actions, below its button or at the press position. */
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
