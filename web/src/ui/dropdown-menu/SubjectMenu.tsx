import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from '#ui/dropdown-menu/DropdownMenu.tsx';
import type { MenuItem } from '#ui/dropdown-menu/MenuItems.tsx';
import { type Subject, subjectItems } from '#ui/dropdown-menu/subject-menu.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';

interface SubjectMenuProps {
  /** The button's accessible name. */
  label: string;
  subject: Subject;
  /** Actions of the feature that shows the menu; they come first. */
  items?: readonly MenuItem[];
  size?: 'sm' | undefined;
}

/** A menu of everything a person can do about something; no menu if there's nothing. */
export function SubjectMenu({ label, subject, items = [], size }: SubjectMenuProps) {
  const all = [...items, ...subjectItems(subject)];
  if (all.length === 0) return null;
  return (
    <DropdownMenu
      trigger={
        <IconButton label={label} {...(size && { size })}>
          <Ellipsis size={size === 'sm' ? 18 : 20} aria-hidden="true" />
        </IconButton>
      }
      items={all}
    />
  );
}
