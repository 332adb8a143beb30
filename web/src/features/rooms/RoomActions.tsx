import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { useMediaQuery } from '#platform/media-query.ts';
import { DropdownMenu } from '#ui/dropdown-menu/DropdownMenu.tsx';
import type { MenuItem } from '#ui/dropdown-menu/MenuItems.tsx';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

export interface RoomAction extends MenuItem {
  icon: LucideIcon;
  /** It's always in the menu, also where there's space for a button. */
  inMenu?: boolean;
}

interface RoomActionsProps {
  /** The menu's name. */
  label: string;
  actions: readonly RoomAction[];
}

/** What can be done in a room's header: buttons, or on a phone a menu, which leaves the space to the room's name. */
export function RoomActions({ label, actions }: RoomActionsProps) {
  const isPhone = !useMediaQuery('(min-width: 768px)');
  const items = actions.filter(({ inMenu = false }) => isPhone || inMenu);
  return (
    <>
      {actions
        .filter((action) => !items.includes(action))
        .map(({ label: name, icon: Icon, onSelect }) => (
          <IconButton key={name} label={name} onClick={onSelect}>
            <Icon size={18} aria-hidden="true" />
          </IconButton>
        ))}
      {items.length > 0 && (
        <DropdownMenu
          trigger={
            <IconButton label={label}>
              <EllipsisVertical size={20} aria-hidden="true" />
            </IconButton>
          }
          items={items}
        />
      )}
    </>
  );
}
